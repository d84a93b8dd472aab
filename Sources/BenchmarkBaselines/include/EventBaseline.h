/* An event emitted straight through Lua's own interface: what the script host is measured against. */
#ifndef EVENT_BASELINE_H
#define EVENT_BASELINE_H

#include <stddef.h>
#include <stdint.h>

#include "GuardBaseline.h"
#include "RouteBaseline.h"

/*
 * Looks a path up in a table of patterns with two parameters each, and calls the one handler of the
 * pattern by lua_pcall with a new userdata: a copy of path and captures. Answers 1 if the handler
 * answered true, -1 if no pattern fits.
 */
int baseline_emit(
  const baseline_Table *_Nonnull table,
  baseline_Guard *_Nonnull handler,
  const uint8_t *_Nonnull path,
  size_t length
);

#endif
