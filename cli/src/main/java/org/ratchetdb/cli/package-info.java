/**
 * The program {@code ratchet}: {@link org.ratchetdb.cli.RatchetCli} is the entry point, each
 * command a class. {@code ServeCommand} starts a server; {@code SqlCommand} runs statements from
 * the command line, files and a console, and prints results through one {@code ResultPrinter} per
 * format. Standard output carries what was asked for, standard error everything else; the exit
 * status is 0 only if all went well.
 */
@NullMarked
package org.ratchetdb.cli;

import org.jspecify.annotations.NullMarked;
