#include "values.h"

/* The metatable of our own error values. */

static int error_tostring(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_pushliteral(L, "message");
  lua_rawget(L, 1);
  lua_pushliteral(L, "file");
  lua_rawget(L, 1);
  lua_pushliteral(L, "line");
  lua_rawget(L, 1);
  const char *message = lua_tostring(L, 2);
  if (message == NULL) message = "error";
  if (lua_type(L, 3) == LUA_TSTRING && lua_isinteger(L, 4)) {
    lua_pushfstring(L, "%s:%I: %s", lua_tostring(L, 3), lua_tointeger(L, 4), message);
  } else {
    lua_pushstring(L, message);
  }
  return 1;
}

/* Makes `"failed: " .. problem` use the error's text. */
static int error_concat(lua_State *L) {
  push_display(L, 1);
  push_display(L, 2);
  lua_concat(L, 2);
  return 1;
}

void make_error_metatable(lua_State *L) {
  lua_createtable(L, 0, 3);
  lua_pushcfunction(L, error_tostring);
  lua_setfield(L, -2, "__tostring");
  lua_pushcfunction(L, error_concat);
  wrap_concat(L);
  lua_setfield(L, -2, "__concat");
  lua_pushliteral(L, "error");
  lua_setfield(L, -2, "__name");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
}
