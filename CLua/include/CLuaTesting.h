#ifndef CLUA_TEST_FUNCTIONS_H
#define CLUA_TEST_FUNCTIONS_H

#include "CLua.h"

/* ---- for a test runner ---- */

/* The number of runs of each line of a script. Valid until the state runs code again. */
typedef struct clua_Covered {
  const char *_Nullable file;       /* without the '@' of a chunk name */
  const uint32_t *_Nullable counts; /* by line, from 0 */
  uint32_t length;
} clua_Covered;

/*
 * Counts the lines that scripts run from now on, except in chunks with names that begin with //.
 * Returns false if memory runs out.
 */
bool clua_begin_coverage(clua_State *_Nonnull state);

/* Reads the counts of one script; returns false after the last script. */
bool clua_read_coverage(
  const clua_State *_Nonnull state, uint32_t index, clua_Covered *_Nonnull covered);

/* Adds all of Lua's libraries to an environment, including files, processes and C. */
clua_Status clua_open_libraries(clua_State *_Nonnull state, int32_t environment);

/* Adds `native` to an environment: functions for a test runner that compare and write tables. */
clua_Status clua_open_native(clua_State *_Nonnull state, int32_t environment);

/* ---- for tests ---- */

/* Makes the n-th growing allocation from now on fail, and `count` - 1 after it; 0 stops this. */
void clua_fail_allocation(clua_State *_Nonnull state, uint64_t number, uint64_t count);

/* Makes new states count instructions all the time, as on systems without a watchdog. */
void clua_deny_watchdog(bool denied);

/* Raises an unprotected error, which poisons the state; the process survives. */
clua_Status clua_provoke_panic(clua_State *_Nonnull state);

/* Makes a table of Lua's own string, table and utf8 libraries, and a reference to it. */
clua_Status clua_make_reference_libraries(clua_State *_Nonnull state, int32_t *_Nonnull reference);

#endif
