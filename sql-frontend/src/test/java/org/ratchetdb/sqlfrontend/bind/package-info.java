/**
 * Tests of binding. Most are scripts: {@link org.ratchetdb.sqlfrontend.bind.BindScriptTest} reads
 * statements with the bound tree or the error expected beside each.
 */
@NullMarked
package org.ratchetdb.sqlfrontend.bind;

import org.jspecify.annotations.NullMarked;
