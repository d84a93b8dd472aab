#include "values.h"

/*
 * Tables of the host that scripts can only read, such as its modules: an empty table in front of
 * the real one, which only this file can reach. Reading costs one more look-up.
 *
 * A module has a metatable of its own. The tables of records are created with every link: tables of
 * one name share a metatable, and each holds its real table itself.
 */

/* Its address is the key of the real table: in the metatable, or `true` there and in the table. */
static const char seal_key;
/* Its address is the key of the shared metatables in the registry, by name. */
static const char shared_key;
/* Its address is the key of the metatable of plain data in the registry. */
static const char plain_key;

bool push_sealed(lua_State *L, int index) {
  read_values(L, index);
  if (!lua_getmetatable(L, index)) return false;
  int type = lua_rawgetp(L, -1, &seal_key);
  if (type == LUA_TBOOLEAN) {
    lua_pop(L, 1);
    type = lua_rawgetp(L, index < 0 ? index - 1 : index, &seal_key);
  }
  if (type == LUA_TTABLE) {
    lua_remove(L, -2);
    return true;
  }
  lua_pop(L, 2);
  return false;
}

void unseal(lua_State *L, int index) {
  if (push_sealed(L, index)) lua_replace(L, index);
}

/*
 * Upvalues: the name of the table, and what to do instead. Arguments: the table, the key and the
 * value.
 */
static int refuse_change(lua_State *L) {
  enum { LONGEST_NAME = 64 };
  size_t length = 0;
  const char *name = lua_tostring(L, lua_upvalueindex(1));
  const char *advice = lua_tostring(L, lua_upvalueindex(2));
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tolstring(L, 2, &length) : NULL;
  if (key == NULL || length > LONGEST_NAME) {
    return clua_raise(L, "denied", "'%s' cannot be changed: %s", name, advice);
  }
  return clua_raise(L, "denied", "'%s.%s' cannot be set: %s", name, key, advice);
}

/* Upvalue: the real table. */
static int next_sealed(lua_State *L) {
  lua_settop(L, 2);
  if (lua_next(L, lua_upvalueindex(1))) return 2;
  lua_pushnil(L);
  return 1;
}

static int sealed_pairs(lua_State *L) {
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushcclosure(L, next_sealed, 1);
  lua_insert(L, 1);
  lua_pushnil(L);
  return 3;
}

/* Upvalue: the real table. */
static int sealed_length(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, lua_upvalueindex(1)));
  return 1;
}

void seal_table(lua_State *L, const char *name, const char *advice) {
  int real = lua_absindex(L, -1);
  lua_newtable(L);
  lua_createtable(L, 0, 6);
  lua_pushvalue(L, real);
  lua_setfield(L, -2, "__index");
  lua_pushvalue(L, real);
  lua_rawsetp(L, -2, &seal_key);
  lua_pushstring(L, name);
  lua_pushstring(L, advice);
  lua_pushcclosure(L, refuse_change, 2);
  lua_setfield(L, -2, "__newindex");
  lua_pushvalue(L, real);
  lua_pushcclosure(L, sealed_pairs, 1);
  lua_setfield(L, -2, "__pairs");
  lua_pushvalue(L, real);
  lua_pushcclosure(L, sealed_length, 1);
  lua_setfield(L, -2, "__len");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_remove(L, real);
}

/* ---- tables of records ---- */

int held_index(lua_State *L) {
  lua_settop(L, 2);
  unseal(L, 1);
  lua_rawget(L, 1);
  return 1;
}

static int held_length(lua_State *L) {
  unseal(L, 1);
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
  return 1;
}

static int next_held(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  unseal(L, 1);
  if (lua_next(L, 1)) return 2;
  lua_pushnil(L);
  return 1;
}

int held_pairs(lua_State *L) {
  lua_settop(L, 1);
  lua_pushcfunction(L, next_held);
  lua_insert(L, 1);
  lua_pushnil(L);
  return 3;
}

/*
 * Replaces the `__newindex` function on top by a metatable for tables that hold their real table.
 */
static void push_held_metatable(lua_State *L) {
  lua_createtable(L, 0, 6);
  lua_insert(L, -2);
  lua_setfield(L, -2, "__newindex");
  lua_pushcfunction(L, held_index);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, held_length);
  lua_setfield(L, -2, "__len");
  lua_pushcfunction(L, held_pairs);
  lua_setfield(L, -2, "__pairs");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushboolean(L, 1);
  lua_rawsetp(L, -2, &seal_key);
}

/* Replaces the name on top by a metatable for tables of a record. */
static void push_record_metatable(lua_State *L) {
  lua_pushliteral(L, "it holds the values of the link. Copy it to change it.");
  lua_pushcclosure(L, refuse_change, 2);
  push_held_metatable(L);
}

/* Pushes the metatable of the name at an index, creating it at its first use. */
static void push_shared(lua_State *L, int name) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &shared_key) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &shared_key);
  }
  lua_pushvalue(L, name);
  if (lua_rawget(L, -2) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_pushvalue(L, name);
    push_record_metatable(L);
    lua_pushvalue(L, name);
    lua_pushvalue(L, -2);
    lua_rawset(L, -4);
  }
  lua_remove(L, -2);
}

void seal_held(lua_State *L, int name) {
  name = lua_absindex(L, name);
  luaL_checkstack(L, 8, "record");
  lua_createtable(L, 0, 1);
  lua_insert(L, -2);
  lua_rawsetp(L, -2, &seal_key);
  push_shared(L, name);
  lua_setmetatable(L, -2);
}

void seal_strict(lua_State *L, int metatable) {
  metatable = lua_absindex(L, metatable);
  luaL_checkstack(L, 4, "record");
  lua_createtable(L, 0, 1);
  lua_insert(L, -2);
  lua_rawsetp(L, -2, &seal_key);
  lua_pushvalue(L, metatable);
  lua_setmetatable(L, -2);
}

/*
 * Upvalue: the function that returns the value for a missing key. Arguments: the table and the key.
 */
static int strict_index(lua_State *L) {
  lua_settop(L, 2);
  lua_pushvalue(L, 1);
  unseal(L, 3);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, 3) != LUA_TNIL) return 1;
  lua_settop(L, 2);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 2, 1);
  return 1;
}

void push_strict(lua_State *L, int name, int function) {
  function = lua_absindex(L, function);
  luaL_checkstack(L, 6, "shape");
  lua_pushvalue(L, name);
  push_record_metatable(L);
  lua_pushvalue(L, function);
  lua_pushcclosure(L, strict_index, 1);
  lua_setfield(L, -2, "__index");
}

/* ---- tables that check assignments ---- */

static void push_plain_metatable(lua_State *L, lua_CFunction index, lua_CFunction assign) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &plain_key) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_pushcfunction(L, assign);
  push_held_metatable(L);
  lua_pushcfunction(L, index);
  lua_setfield(L, -2, "__index");
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &plain_key);
}

void seal_in_place(lua_State *L, lua_CFunction index, lua_CFunction assign) {
  int table = lua_gettop(L);
  luaL_checkstack(L, 8, "session");
  push_plain_metatable(L, index, assign);
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, table + 2);
  }
  /* From here on only the first step may fail, and then nothing has changed. */
  lua_rawsetp(L, table, &seal_key);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (lua_touserdata(L, -1) == (const void *)&seal_key) continue;
    lua_pushvalue(L, -1);
    lua_pushnil(L);
    lua_rawset(L, table);
  }
  lua_setmetatable(L, table);
}
