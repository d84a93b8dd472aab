/* A guard called through Lua's C API: the baseline for the script host. */
#ifndef GUARD_BASELINE_H
#define GUARD_BASELINE_H

#include <stddef.h>
#include <stdint.h>

#include "RouteBaseline.h"

/* A Lua state with one guard. */
typedef struct baseline_Guard baseline_Guard;

/*
 * Creates a state with the guard that a script returns, and the names of two parameters; NULL if
 * the script fails.
 */
baseline_Guard *_Nullable baseline_makeguard(
  const char *_Nonnull script, const char *_Nonnull first, const char *_Nonnull second);

/* Closes the state. */
void baseline_freeguard(baseline_Guard *_Nonnull guard);

/*
 * Calls the guard `times` times in one open, with a userdata that contains a copy of path and
 * captures. The userdata is new for each open; its table of parameters is created at the first
 * read. Returns how often the guard passed.
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
