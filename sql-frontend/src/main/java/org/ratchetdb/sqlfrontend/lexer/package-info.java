/**
 * From text to tokens, for both dialects. A {@code TokenStream} holds kinds and offsets in int
 * arrays: no token objects, no substrings until somebody asks. It serves the parsers and the plan
 * cache, whose key is the stream with its literals left out.
 */
@NullMarked
package org.ratchetdb.sqlfrontend.lexer;

import org.jspecify.annotations.NullMarked;
