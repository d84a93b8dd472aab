/* Scripts compiled and run by bare Lua: the baseline for loading an application. */
#ifndef LOAD_BASELINE_H
#define LOAD_BASELINE_H

#include <stddef.h>

/*
 * Creates a state with Lua's own libraries, compiles and runs every text, and closes the state. The
 * functions that register routes do nothing. Returns the number of texts that ran.
 */
int baseline_loadall(const char *_Nonnull const *_Nonnull texts, const size_t *_Nonnull lengths,
                 size_t count);

#endif
