/* Scripts compiled and run by bare Lua: what loading an application is measured against. */
#ifndef LOAD_BASELINE_H
#define LOAD_BASELINE_H

#include <stddef.h>

/*
 * Opens a state with Lua's own libraries, compiles and runs every text, closes the state. The
 * functions that register routes are there and do nothing. Answers how many texts ran.
 */
int baseline_loadall(const char *_Nonnull const *_Nonnull texts, const size_t *_Nonnull lengths,
                 size_t count);

#endif
