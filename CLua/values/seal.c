#include "values.h"

/*
 * Tables of the host that scripts can read and not change, such as its modules: an empty table in
 * front of the real one, which only this file can reach. Reading costs one more look-up.
 */

static const char seal_key; /* its address is the key of the real table in the metatable */

bool push_sealed(lua_State *L, int index) {
  read_values(L, index);
  if (!lua_getmetatable(L, index)) return false;
  if (lua_rawgetp(L, -1, &seal_key) == LUA_TTABLE) {
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
 * The upvalues are what the table is called, and what to do instead; the arguments are the table,
 * the key and the value.
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
