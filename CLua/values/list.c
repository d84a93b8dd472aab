#include "values.h"

/*
 * Tables that are lists even while they are empty, such as those read from `[]` in JSON. The state
 * records them in a weak table, so that scripts see plain tables without a metatable.
 *
 * The record of a list that was created with empty places contains the number of places and of
 * filled places. While the last filled place stays the same, the empty places after it count as
 * items.
 */

static void push_lists(lua_State *L) {
  clua_Registered *registered = &state_of(L)->registered;
  if (registered->lists != LUA_NOREF) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, registered->lists);
    return;
  }
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "k");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  registered->lists = luaL_ref(L, LUA_REGISTRYINDEX);
}

/* Records the table at an index with the value on top, which is popped. */
static void note(lua_State *L, int table) {
  clua_State *S = state_of(L);
  bool building = S->account.building;
  luaL_checkstack(L, 6, "list");
  S->account.building = true; /* the records may be larger than a script's values */
  push_lists(L);
  lua_pushvalue(L, table);
  lua_pushvalue(L, -3);
  lua_rawset(L, -3);
  S->account.building = building;
  lua_pop(L, 2);
}

void note_list(lua_State *L, int index, uint32_t places, uint32_t filled) {
  index = lua_absindex(L, index);
  lua_pushinteger(L, (lua_Integer)((uint64_t)places << 32 | filled));
  note(L, index);
}

/* Pushes the record of the table at an index, or pushes nothing and returns false. */
static bool push_note(lua_State *L, int index) {
  int lists = state_of(L)->registered.lists;
  if (lists == LUA_NOREF) return false;
  index = lua_absindex(L, index);
  luaL_checkstack(L, 3, "list");
  lua_rawgeti(L, LUA_REGISTRYINDEX, lists);
  lua_pushvalue(L, index);
  lua_rawget(L, -2);
  lua_remove(L, -2);
  if (!lua_isnil(L, -1)) return true;
  lua_pop(L, 1);
  return false;
}

bool find_list(lua_State *L, int index, uint32_t *places, uint32_t *filled) {
  *places = *filled = 0;
  if (!push_note(L, index)) return false;
  uint64_t counts = (uint64_t)lua_tointeger(L, -1);
  *places = (uint32_t)(counts >> 32);
  *filled = (uint32_t)counts;
  lua_pop(L, 1);
  return true;
}

/* `subject` is the table. `reference` is an optional table to copy the record from. */
static int note_request(lua_State *L) {
  const clua_Request *what = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, what->subject);
  luaL_checktype(L, 2, LUA_TTABLE);
  if (what->reference < 0) {
    note_list(L, 2, 0, 0);
    return 0;
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, what->reference);
  luaL_checktype(L, 3, LUA_TTABLE);
  if (push_note(L, 3)) note(L, 2);
  return 0;
}

clua_Status clua_note_list(clua_State *S, int32_t table, int32_t like) {
  clua_Request what = {.subject = table, .reference = like};
  return run_request(S, note_request, &what);
}
