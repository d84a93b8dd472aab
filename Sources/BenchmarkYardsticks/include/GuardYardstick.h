/* A guard asked straight through Lua's own interface: what the script host is measured against. */
#ifndef GUARD_YARDSTICK_H
#define GUARD_YARDSTICK_H

#include <stddef.h>
#include <stdint.h>

#include "RouteYardstick.h"

/* A Lua state with one guard. */
typedef struct yard_Guard yard_Guard;

/*
 * Makes a state with the guard that a script answers, and the names of two parameters; NULL if the
 * script does not run.
 */
yard_Guard *_Nullable yard_makeguard(
  const char *_Nonnull script, const char *_Nonnull first, const char *_Nonnull second);

/* Closes the state. */
void yard_freeguard(yard_Guard *_Nonnull guard);

/*
 * Asks the guard `times` times in one open: a userdata with a copy of path and captures, made anew
 * for each open, its table of parameters made when it is first read. Answers how often it let the
 * open through.
 */
int yard_askguard(
  yard_Guard *_Nonnull guard,
  const uint8_t *_Nonnull path,
  size_t length,
  const yard_Capture *_Nonnull captures,
  int times
);

/* Calls an empty Lua function by lua_pcall. */
void yard_callempty(yard_Guard *_Nonnull guard);

#endif
