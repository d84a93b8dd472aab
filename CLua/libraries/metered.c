#include "libraries.h"

/*
 * Lua's own functions whose work is bounded by their arguments and results: they are called
 * unchanged, and metered.
 */

static size_t size_of_values(lua_State *L, int first, int last) {
  size_t size = 0;
  for (int i = first; i <= last; i++) {
    size += 1 + (lua_type(L, i) == LUA_TSTRING ? lua_rawlen(L, i) : 0);
  }
  return size;
}

static int script_metered(lua_State *L) {
  int metered = (int)lua_tointeger(L, lua_upvalueindex(2));
  int count = lua_gettop(L);
  int rate = (int)lua_tointeger(L, lua_upvalueindex(3));
  spend(L, (size_t)rate * size_of_values(L, 1, metered < count ? metered : count));
  int results = lua_tocfunction(L, lua_upvalueindex(1))(L); /* in this frame: its errors name us */
  int top = lua_gettop(L);
  spend(L, size_of_values(L, top - results + 1, top));
  return results;
}

void push_metered(lua_State *L, int metered, int rate) {
  lua_pushinteger(L, metered);
  lua_pushinteger(L, rate);
  lua_pushcclosure(L, script_metered, 3);
}
