#include "values.h"

/*
 * Tables of the host that scripts can read and not change, such as its modules: an empty table in
 * front of the real one, which only this file can reach. Reading costs one more look-up.
 *
 * A module has a metatable of its own. The tables of records come and go with every link: those of
 * one name share a metatable, and each holds its real table itself.
 */

/* Its address is the key of the real table: in the metatable, or `true` there and in the table. */
static const char seal_key;
/* Its address is the key of what the table is called, in the metatable or in the table. */
static const char name_key;
/* Its address is the key of the sealed tables inside a table, by the real ones. */
static const char inner_key;
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

/* Longer keys are not shown. */
enum { LONGEST_NAME = 64 };

/*
 * The upvalues are what the table is called, unless it says so itself, and what to do instead; the
 * arguments are the table, the key and the value.
 */
static int refuse_change(lua_State *L) {
  size_t length = 0;
  const char *name = lua_tostring(L, lua_upvalueindex(1));
  if (lua_istable(L, 1) && lua_rawgetp(L, 1, &name_key) == LUA_TSTRING) name = lua_tostring(L, -1);
  const char *advice = lua_tostring(L, lua_upvalueindex(2));
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tolstring(L, 2, &length) : NULL;
  if (key == NULL || length > LONGEST_NAME) {
    return clua_raise(L, "denied", "'%s' cannot be changed: %s", name, advice);
  }
  return clua_raise(L, "denied", "'%s.%s' cannot be set: %s", name, key, advice);
}

/* The real table is the upvalue. */
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

void seal_table(lua_State *L, const char *name, const char *advice) {
  int real = lua_absindex(L, -1);
  lua_newtable(L);
  lua_createtable(L, 0, 5);
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
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_remove(L, real);
}

/* ---- tables of records ---- */

/* Pushes what the sealed table at an index is called, or answers false for one of `session`. */
static bool push_name(lua_State *L, int table) {
  if (lua_rawgetp(L, table, &name_key) == LUA_TSTRING) return true;
  lua_pop(L, 1);
  if (!lua_getmetatable(L, table)) return false;
  int type = lua_rawgetp(L, -1, &name_key);
  lua_remove(L, -2);
  if (type == LUA_TSTRING) return true;
  lua_pop(L, 1);
  return false;
}

/* Replaces the name on top by that of what is at the key at an index. */
static void extend_name(lua_State *L, int key) {
  if (lua_isinteger(L, key)) {
    lua_pushfstring(L, "%s[%I]", lua_tostring(L, -1), (LUAI_UACINT)lua_tointeger(L, key));
  } else if (lua_type(L, key) == LUA_TSTRING && lua_rawlen(L, key) <= LONGEST_NAME) {
    lua_pushfstring(L, "%s.%s", lua_tostring(L, -1), lua_tostring(L, key));
  } else {
    return;
  }
  lua_remove(L, -2);
}

/* Pushes the sealed tables inside the one at an index, made at its first use. */
static void push_inner(lua_State *L, int table) {
  if (lua_rawgetp(L, table, &inner_key) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, table, &inner_key);
}

void seal_inner(lua_State *L, int table, int key) {
  if (!lua_istable(L, -1)) return;
  if (lua_getmetatable(L, -1)) { /* an object, or sealed already */
    lua_pop(L, 1);
    return;
  }
  int real = lua_gettop(L);
  luaL_checkstack(L, 8, "record");
  if (!push_name(L, table)) return;
  push_inner(L, table);
  lua_pushvalue(L, real);
  if (lua_rawget(L, -2) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_createtable(L, 0, 2);
    lua_pushvalue(L, real);
    lua_rawsetp(L, -2, &seal_key);
    lua_pushvalue(L, real + 1);
    extend_name(L, key);
    lua_rawsetp(L, -2, &name_key);
    lua_getmetatable(L, table);
    lua_setmetatable(L, -2);
    lua_pushvalue(L, real);
    lua_pushvalue(L, -2);
    lua_rawset(L, real + 2);
  }
  lua_replace(L, real);
  lua_settop(L, real);
}

static int held_index(lua_State *L) {
  lua_settop(L, 2);
  if (!push_sealed(L, 1)) lua_pushvalue(L, 1);
  lua_pushvalue(L, 2);
  lua_rawget(L, 3);
  seal_inner(L, 1, 2);
  return 1;
}

/* Whether two tables stand for the same: a sealed one is the one behind it. */
static int held_equal(lua_State *L) {
  lua_settop(L, 2);
  if (lua_istable(L, 1)) unseal(L, 1);
  if (lua_istable(L, 2)) unseal(L, 2);
  lua_pushboolean(L, lua_rawequal(L, 1, 2));
  return 1;
}

static int held_length(lua_State *L) {
  unseal(L, 1);
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
  return 1;
}

int next_held(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  if (!push_sealed(L, 1)) lua_pushvalue(L, 1);
  lua_pushvalue(L, 2);
  if (lua_next(L, 3)) {
    if (!lua_rawequal(L, 1, 3)) seal_inner(L, 1, 4);
    return 2;
  }
  lua_pushnil(L);
  return 1;
}

static int held_pairs(lua_State *L) {
  lua_settop(L, 1);
  lua_pushcfunction(L, next_held);
  lua_insert(L, 1);
  lua_pushnil(L);
  return 3;
}

/* Puts a metatable for tables that hold their real one in place of its `__newindex` on top. */
static void push_held_metatable(lua_State *L) {
  lua_createtable(L, 0, 8);
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

/* Pushes the metatable of the name at an index, made at its first use; always as deep. */
static void push_shared(lua_State *L, int name, bool deep) {
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
    lua_pushliteral(L, "it says what the link says. Copy what you want to change.");
    lua_pushcclosure(L, refuse_change, 2);
    push_held_metatable(L);
    lua_pushcfunction(L, held_equal);
    lua_setfield(L, -2, "__eq");
    if (deep) {
      lua_pushvalue(L, name);
      lua_rawsetp(L, -2, &name_key);
    }
    lua_pushvalue(L, name);
    lua_pushvalue(L, -2);
    lua_rawset(L, -4);
  }
  lua_remove(L, -2);
}

void seal_held(lua_State *L, int name, bool deep) {
  name = lua_absindex(L, name);
  luaL_checkstack(L, 8, "record");
  lua_createtable(L, 0, 1);
  lua_insert(L, -2);
  lua_rawsetp(L, -2, &seal_key);
  push_shared(L, name, deep);
  lua_setmetatable(L, -2);
}

/* ---- tables that watch what is assigned ---- */

static void push_plain_metatable(lua_State *L, lua_CFunction assign) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &plain_key) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_pushcfunction(L, assign);
  push_held_metatable(L);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &plain_key);
}

void seal_in_place(lua_State *L, lua_CFunction assign) {
  int table = lua_gettop(L);
  luaL_checkstack(L, 8, "session");
  push_plain_metatable(L, assign);
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
