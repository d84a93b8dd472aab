#include "GuardBaseline.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include <stdlib.h>
#include <string.h>

enum { PARAMETER_COUNT = 2 };

struct baseline_Guard {
  lua_State *L;
  int function, empty, metatable;
};

typedef struct State {
  size_t length;
  baseline_Capture captures[PARAMETER_COUNT];
  char path[];
} State;

/* Creates the table of parameters at its first use. Upvalues: their names. */
static int index_state(lua_State *L) {
  const State *state = lua_touserdata(L, 1);
  const char *key = lua_tostring(L, 2);
  if (key == NULL || strcmp(key, "params") != 0) return 0;
  if (lua_getiuservalue(L, 1, 1) == LUA_TTABLE) return 1;
  lua_createtable(L, 0, PARAMETER_COUNT);
  for (int i = 0; i < PARAMETER_COUNT; i++) {
    baseline_Capture capture = state->captures[i];
    lua_pushvalue(L, lua_upvalueindex(i + 1));
    lua_pushlstring(L, state->path + capture.start, capture.end - capture.start);
    lua_rawset(L, -3);
  }
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, 1, 1);
  return 1;
}

static int keep(lua_State *L) { return luaL_ref(L, LUA_REGISTRYINDEX); }

baseline_Guard *baseline_makeguard(const char *script, const char *first, const char *second) {
  baseline_Guard *guard = calloc(1, sizeof *guard);
  lua_State *L = luaL_newstate();
  if (guard == NULL || L == NULL) return NULL;
  luaL_openlibs(L);
  guard->L = L;
  if (luaL_dostring(L, script) != LUA_OK) return NULL;
  guard->function = keep(L);
  if (luaL_dostring(L, "return function() end") != LUA_OK) return NULL;
  guard->empty = keep(L);
  lua_createtable(L, 0, 1);
  lua_pushstring(L, first);
  lua_pushstring(L, second);
  lua_pushcclosure(L, index_state, PARAMETER_COUNT);
  lua_setfield(L, -2, "__index");
  guard->metatable = keep(L);
  return guard;
}

void baseline_freeguard(baseline_Guard *guard) {
  lua_close(guard->L);
  free(guard);
}

int baseline_askguard(
  baseline_Guard *guard, const uint8_t *path, size_t length, const baseline_Capture *captures, int times
) {
  lua_State *L = guard->L;
  State *state = lua_newuserdatauv(L, sizeof *state + length, 1);
  state->length = length;
  memcpy(state->captures, captures, sizeof state->captures);
  memcpy(state->path, path, length);
  lua_rawgeti(L, LUA_REGISTRYINDEX, guard->metatable);
  lua_setmetatable(L, -2);
  int passed = 0;
  for (int i = 0; i < times; i++) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, guard->function);
    lua_pushvalue(L, -2);
    if (lua_pcall(L, 1, 1, 0) == LUA_OK) passed += lua_toboolean(L, -1);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return passed;
}

void baseline_callempty(baseline_Guard *guard) {
  lua_rawgeti(guard->L, LUA_REGISTRYINDEX, guard->empty);
  lua_pcall(guard->L, 0, 0, 0);
}
