#include "testing.h"

/* For tests: Lua's own libraries, to compare ours with. */

/* Sets the field `name` of the table below to the result of a library's opener. */
static void add_reference(lua_State *L, const char *name, lua_CFunction opener) {
  lua_pushcfunction(L, opener);
  lua_call(L, 0, 1);
  lua_setfield(L, -2, name);
}

static int make_reference_libraries(lua_State *L) {
  int *reference = lua_touserdata(L, 1);
  lua_pushliteral(L, "");
  if (!lua_getmetatable(L, -1)) lua_pushnil(L); /* the opener sets another one */
  lua_newtable(L);
  add_reference(L, "string", luaopen_string);
  add_reference(L, "table", luaopen_table);
  add_reference(L, "utf8", luaopen_utf8);
  *reference = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_setmetatable(L, -2);
  return 0;
}

static clua_Status make_reference_libraries_body(clua_State *S, void *argument) {
  return clua_build(S, make_reference_libraries, argument);
}

clua_Status clua_make_reference_libraries(clua_State *S, int32_t *reference) {
  int made = LUA_NOREF;
  clua_Status status = clua_enter(S, make_reference_libraries_body, &made);
  *reference = made;
  return status;
}
