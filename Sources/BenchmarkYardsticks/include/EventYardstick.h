/* An event emitted straight through Lua's own interface: what the script host is measured against. */
#ifndef EVENT_YARDSTICK_H
#define EVENT_YARDSTICK_H

#include <stddef.h>
#include <stdint.h>

#include "GuardYardstick.h"
#include "RouteYardstick.h"

/*
 * Looks a path up in a table of patterns with two parameters each, and calls the one handler of the
 * pattern by lua_pcall with a new userdata: a copy of path and captures. Answers 1 if the handler
 * answered true, -1 if no pattern fits.
 */
int yard_emit(
  const yard_Table *_Nonnull table,
  yard_Guard *_Nonnull handler,
  const uint8_t *_Nonnull path,
  size_t length
);

#endif
