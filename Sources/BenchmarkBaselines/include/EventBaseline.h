/* An event through Lua's C API: the baseline for the script host. */
#ifndef EVENT_BASELINE_H
#define EVENT_BASELINE_H

#include <stddef.h>
#include <stdint.h>

#include "GuardBaseline.h"
#include "RouteBaseline.h"

/*
 * Looks up a path in a table of patterns with two parameters each, and calls the pattern's only
 * handler by lua_pcall with a new userdata: a copy of path and captures. Returns 1 if the handler
 * returned true, -1 if no pattern matches.
 */
int baseline_emit(
  const baseline_Table *_Nonnull table,
  baseline_Guard *_Nonnull handler,
  const uint8_t *_Nonnull path,
  size_t length
);

#endif
