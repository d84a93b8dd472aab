#include "testing.h"

/* Functions of the test runner that would be slower in Lua. */

enum { MOST_PLACES = 30 };

/* where() → file, line of the script that called; nothing where there is none */
static int native_where(lua_State *L) {
  lua_Debug frame;
  if (!find_frame(L, 0, 1, &frame)) return 0;
  lua_pushstring(L, frame_file(&frame));
  lua_pushinteger(L, frame.currentline);
  return 2;
}

/* trace() → the places of the scripts that led here, innermost first, a line for each */
static int native_trace(lua_State *L) {
  lua_Debug frame;
  luaL_Buffer text;
  int count = 0;
  luaL_buffinit(L, &text);
  for (int level = 0; level < MAX_SEEN_FRAMES && lua_getstack(L, level, &frame); level++) {
    if (count == MOST_PLACES) break;
    spend(L, 1);
    lua_getinfo(L, "S", &frame);
    if (!is_script(&frame)) continue;
    lua_getinfo(L, "l", &frame);
    if (count++ > 0) luaL_addchar(&text, '\n');
    lua_pushfstring(L, "%s:%d", frame_file(&frame), frame.currentline);
    luaL_addvalue(&text);
  }
  luaL_pushresult(&text);
  return 1;
}

/* set_metatable(table, metatable) → table; without the private copy that scripts get */
static int native_set_metatable(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  lua_setmetatable(L, 1);
  return 1;
}

/* get_metatable(value) → metatable, also one that is hidden; nothing where there is none */
static int deep_get_metatable(lua_State *L) {
  luaL_checkany(L, 1);
  return lua_getmetatable(L, 1);
}

static const luaL_Reg functions[] = {
  {"keys", native_keys},     {"same", native_same},     {"differences", native_differences},
  {"write", native_write},   {"number", native_number}, {"where", native_where},
  {"order", native_order},   {"only", native_only},     {"get", native_get},
  {"trace", native_trace},   {"set_metatable", native_set_metatable},
  {"get_metatable", deep_get_metatable},
  {NULL, NULL},
};

static int open_native(lua_State *L) {
  int reference = (int)(intptr_t)lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, reference);
  luaL_newlib(L, functions);
  lua_setfield(L, -2, "native");
  return 0;
}

static clua_Status open_body(clua_State *S, void *argument) {
  return clua_build(S, open_native, argument);
}

clua_Status clua_open_native(clua_State *S, int32_t environment) {
  return clua_enter(S, open_body, (void *)(intptr_t)environment);
}
