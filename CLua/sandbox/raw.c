#include "sandbox.h"

/*
 * Our own next, rawget and rawset: they read a sealed table behind its seal, and never change it.
 */

static int raw_get(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checkany(L, 2);
  lua_settop(L, 2);
  unseal(L, 1);
  lua_rawget(L, 1);
  return 1;
}

static int raw_set(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checkany(L, 2);
  luaL_checkany(L, 3);
  lua_settop(L, 3);
  if (push_sealed(L, 1)) {
    lua_pop(L, 1);
    lua_settable(L, 1); /* which raises an error */
  } else {
    lua_rawset(L, 1);
  }
  lua_settop(L, 1);
  return 1;
}

static int script_next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  unseal(L, 1);
  if (lua_next(L, 1)) return 2;
  lua_pushnil(L);
  return 1;
}

const luaL_Reg script_raw[] = {
  {"next", script_next}, {"rawget", raw_get}, {"rawset", raw_set}, {NULL, NULL}};
