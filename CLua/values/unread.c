#include "values.h"

/*
 * Tables that compute their values from texts when a script first reads one of them, such as the
 * parameters of an outcome: an empty table with a metatable that has the texts and the parsers.
 * After the first read it is an ordinary table.
 */

/*
 * Their addresses are keys in the metatable: of the texts, and of the parsers by the texts' keys.
 */
static const char texts_key, parsers_key;

bool push_unread(lua_State *L, int index) {
  if (!lua_getmetatable(L, index)) return false;
  if (lua_rawgetp(L, -1, &texts_key) == LUA_TTABLE) {
    lua_remove(L, -2);
    return true;
  }
  lua_pop(L, 2);
  return false;
}

/* Replaces the text on top by the result of the parser; the name is at the index before it. */
static void parse_text(lua_State *L, int parser) {
  lua_pushvalue(L, parser);
  lua_insert(L, -2);
  lua_pushvalue(L, parser - 1);
  lua_call(L, 2, 1);
}

/* Does the same for a text, or for each text of a list on top. */
static void parse_texts(lua_State *L, int parser) {
  if (!lua_istable(L, -1)) {
    parse_text(L, parser);
    return;
  }
  lua_newtable(L);
  for (lua_Integer i = 1, count = (lua_Integer)lua_rawlen(L, -2); i <= count; i++) {
    lua_rawgeti(L, -2, i);
    parse_text(L, parser);
    lua_rawseti(L, -2, i);
  }
  lua_remove(L, -2);
}

void read_values(lua_State *L, int index) {
  if (!push_unread(L, index)) return;
  luaL_checkstack(L, 12, "parameters");
  int table = lua_absindex(L, index < 0 ? index - 1 : index);
  int texts = lua_gettop(L), parsers = texts + 1;
  lua_getmetatable(L, table);
  lua_rawgetp(L, -1, &parsers_key);
  lua_remove(L, -2);
  lua_pushnil(L);
  while (lua_next(L, texts) != 0) {
    int key = parsers + 1;
    lua_pushvalue(L, key);
    if (lua_rawget(L, parsers) == LUA_TFUNCTION) {
      lua_insert(L, -2);
      parse_texts(L, key + 1);
      lua_remove(L, key + 1);
    } else {
      lua_pop(L, 1);
    }
    lua_pushvalue(L, key);
    lua_insert(L, -2);
    lua_rawset(L, table);
  }
  lua_pushnil(L);
  lua_setmetatable(L, table);
  lua_settop(L, texts - 1);
}

static int unread_newindex(lua_State *L) {
  lua_settop(L, 3);
  read_values(L, 1);
  lua_rawset(L, 1);
  return 0;
}

/* The texts and the parsers are at 2 and 3: replaces them by the table. */
static int make_unread(lua_State *L) {
  clua_Request *what = lua_touserdata(L, 1);
  if (decode_list(L, what->bytes) != 2) return luaL_error(L, "two tables expected");
  lua_newtable(L);
  lua_createtable(L, 0, 6);
  lua_pushvalue(L, 2);
  lua_rawsetp(L, -2, &texts_key);
  lua_pushvalue(L, 3);
  lua_rawsetp(L, -2, &parsers_key);
  lua_pushcfunction(L, held_index);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, unread_newindex);
  lua_setfield(L, -2, "__newindex");
  lua_pushcfunction(L, held_pairs);
  lua_setfield(L, -2, "__pairs");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  what->reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

clua_Status clua_make_unread(clua_State *S, clua_Bytes value, int32_t *reference) {
  clua_Request what = {.bytes = value, .reference = LUA_NOREF};
  clua_Status status = run_request(S, make_unread, &what);
  *reference = what.reference;
  return status;
}
