#include "values.h"

/*
 * Tables of scripts that hold plain data only, such as `session`: a function is refused when it is
 * assigned, to a table of tables as well. A table that is assigned keeps its identity: its entries
 * move behind it, so that every assignment comes by here.
 */

/* Stack indices of the work on one value. */
enum { PLAIN_LIST = 4, PLAIN_SEEN };

static int refuse_function(lua_State *L, int key, int value) {
  push_display(L, key);
  return clua_raise(
    L, "wrong_type",
    "'%s' is a %s, and 'session' holds plain data: a %s ends with its generation. Keep it in a"
    " module, and its data in 'session'.",
    lua_tostring(L, -1), luaL_typename(L, value), luaL_typename(L, value));
}

static bool is_function(lua_State *L, int index) {
  int type = lua_type(L, index);
  return type == LUA_TFUNCTION || type == LUA_TTHREAD;
}

/* Notes a table to look into; one that is guarded already needs no look. */
static lua_Integer note_table(lua_State *L, int index, lua_Integer count) {
  if (lua_type(L, index) != LUA_TTABLE) return count;
  if (push_sealed(L, index)) {
    lua_pop(L, 1);
    return count;
  }
  lua_pushvalue(L, index);
  if (lua_rawget(L, PLAIN_SEEN) == LUA_TNIL) {
    lua_pushvalue(L, index);
    lua_pushboolean(L, 1);
    lua_rawset(L, PLAIN_SEEN);
    lua_pushvalue(L, index);
    lua_rawseti(L, PLAIN_LIST, ++count);
  }
  lua_pop(L, 1);
  return count;
}

/* Lists all tables of the value at 3, and refuses what is not plain before anything changes. */
static lua_Integer list_tables(lua_State *L) {
  lua_Integer count = note_table(L, 3, 0);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, PLAIN_LIST, i);
    int table = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, table)) {
      if (is_function(L, table + 2)) return refuse_function(L, table + 1, table + 2);
      count = note_table(L, table + 2, count);
      lua_settop(L, table + 1);
    }
    lua_settop(L, table - 1);
  }
  return count;
}

static int set_plain(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 3);
  if (is_function(L, 3)) return refuse_function(L, 2, 3);
  if (lua_istable(L, 3)) {
    lua_newtable(L);
    lua_newtable(L);
    lua_Integer count = list_tables(L);
    for (lua_Integer i = 1; i <= count; i++) {
      lua_rawgeti(L, PLAIN_LIST, i);
      if (!lua_getmetatable(L, -1)) seal_in_place(L, set_plain);
      lua_settop(L, PLAIN_SEEN);
    }
    lua_settop(L, 3);
  }
  unseal(L, 1);
  lua_rawset(L, 1);
  return 0;
}

static int make_plain(lua_State *L) {
  clua_Request *what = lua_touserdata(L, 1);
  lua_newtable(L);
  seal_in_place(L, set_plain);
  what->reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

clua_Status clua_make_plain(clua_State *S, int32_t *reference) {
  clua_Request what = {.reference = LUA_NOREF};
  clua_Status status = run_request(S, make_plain, &what);
  *reference = what.reference;
  return status;
}
