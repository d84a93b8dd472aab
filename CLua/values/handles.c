#include "values.h"

#include <stdlib.h>

/* The host's handles for values in Lua, and the handles of collected values. */

void reserve_death(lua_State *L) {
  clua_State *S = state_of(L);
  if (S->live + S->dead_count >= S->dead_capacity) {
    size_t capacity = S->dead_capacity == 0 ? 64 : S->dead_capacity * 2;
    uint64_t *dead = realloc(S->dead, capacity * sizeof *dead);
    if (dead == NULL) luaL_error(L, "not enough memory");
    S->dead = dead;
    S->dead_capacity = capacity;
  }
}

void note_death(clua_State *S, uint64_t handle) {
  S->live--;
  S->dead[S->dead_count++] = handle;
}

bool clua_has_dead(const clua_State *S) { return S->dead_count > 0 && S->base == NULL; }

bool clua_take_dead(clua_State *S, uint64_t *handle) {
  while (S->dead_count > 0) {
    *handle = S->dead[--S->dead_count];
    if (!clua_is_held(S, *handle)) return true; /* otherwise it was passed again meanwhile */
  }
  return false;
}
