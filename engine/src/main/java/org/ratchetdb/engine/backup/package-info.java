/**
 * Backups of databases in directories: files, checksums, lists. Open {@link
 * org.ratchetdb.engine.backup.BackupStore} first; the instance makes the copies of databases that
 * go in, and opens those that come out.
 *
 * <pre>
 *   DIR/RATCHET-BACKUPS          says what the directory is for
 *   DIR/LOCK                     held while a backup is made or deleted
 *   DIR/000001.backup            the record of a backup: magic, protobuf message, CRC32C of both; written last, by
 *                                renaming, so that without it there is no backup
 *   DIR/files/000001-000012.sst  a file of the database, stored by backup 1; later incremental backups may share it
 * </pre>
 *
 * Files that no record names are left over from a backup that was interrupted or deleted, and go
 * with the next one.
 */
@NullMarked
package org.ratchetdb.engine.backup;

import org.jspecify.annotations.NullMarked;
