/* A guard asked straight through Lua's own interface: what the script host is measured against. */
#ifndef GUARD_BASELINE_H
#define GUARD_BASELINE_H

#include <stddef.h>
#include <stdint.h>

#include "RouteBaseline.h"

/* A Lua state with one guard. */
typedef struct baseline_Guard baseline_Guard;

/*
 * Makes a state with the guard that a script answers, and the names of two parameters; NULL if the
 * script does not run.
 */
baseline_Guard *_Nullable baseline_makeguard(
  const char *_Nonnull script, const char *_Nonnull first, const char *_Nonnull second);

/* Closes the state. */
void baseline_freeguard(baseline_Guard *_Nonnull guard);

/*
 * Asks the guard `times` times in one open: a userdata with a copy of path and captures, made anew
 * for each open, its table of parameters made when it is first read. Answers how often it let the
 * open through.
 */
int baseline_askguard(
  baseline_Guard *_Nonnull guard,
  const uint8_t *_Nonnull path,
  size_t length,
  const baseline_Capture *_Nonnull captures,
  int times
);

/* Calls an empty Lua function by lua_pcall. */
void baseline_callempty(baseline_Guard *_Nonnull guard);

#endif
