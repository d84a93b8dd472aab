#include "values.h"

/*
 * Tables of scripts that hold plain data only, such as `session`. Assigning a function to such a
 * table, or to a table inside it, raises an error. So does assigning a table that contains itself,
 * which cannot be copied. An assigned table keeps its identity: its entries move to a hidden table
 * behind it, so that this file sees every later assignment.
 */

/* Stack indices of the work on one value, after the table, the key and the value. */
enum { PLAIN_LIST = 4, PLAIN_SEEN };

static int refuse_function(lua_State *L, int key, int value) {
  push_display(L, key);
  return clua_raise(
    L, "wrong_type",
    "'%s' is a %s, but 'session' can hold only plain data. Keep the %s in a module and its data in"
    " 'session'.",
    lua_tostring(L, -1), luaL_typename(L, value), luaL_typename(L, value));
}

static bool is_function(lua_State *L, int index) {
  int type = lua_type(L, index);
  return type == LUA_TFUNCTION || type == LUA_TTHREAD;
}

static int refuse_cycle(lua_State *L, int key) {
  push_display(L, key);
  return clua_raise(
    L, "value_cycle",
    "'%s' is a table that contains itself, and 'session' is copied when scripts load again. Keep"
    " an id or a key instead.",
    lua_tostring(L, -1));
}

static int refuse_depth(lua_State *L, int key, uint32_t limit) {
  push_display(L, key);
  return clua_raise(
    L, "value_too_deep",
    "'%s' is nested deeper than the %d levels of tables that 'session' holds. Keep it flatter.",
    lua_tostring(L, -1), (int)limit);
}

/* The deepest tables that are ever copied. */
enum { MOST_LEVELS = 64 };

/* A walk through the tables of a value. */
typedef struct Walk {
  int key;          /* the key at which the table was found */
  uint32_t depth;   /* the number of tables around it */
  bool is_guarded;  /* a seal covers all its content already */
} Walk;

static lua_Integer visit_table(lua_State *L, Walk walk, lua_Integer count);

/* Visits all values of the table on top, behind its seal. */
static lua_Integer visit_values(lua_State *L, Walk walk, lua_Integer count) {
  int table = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    if (is_function(L, table + 2)) refuse_function(L, table + 1, table + 2);
    walk.key = table + 1;
    if (lua_istable(L, table + 2)) count = visit_table(L, walk, count);
    lua_settop(L, table + 1);
  }
  return count;
}

/*
 * Visits the table on top and its content: raises for values that are not plain, and lists the
 * tables that are not guarded yet. PLAIN_SEEN holds `true` for the tables around, `false` for
 * finished ones.
 */
static lua_Integer visit_table(lua_State *L, Walk walk, lua_Integer count) {
  int table = lua_gettop(L);
  uint32_t limit = state_of(L)->account.limits.value_depth;
  if (limit > MOST_LEVELS) limit = MOST_LEVELS;
  luaL_checkstack(L, 10, "session");
  lua_pushvalue(L, table);
  int seen = lua_rawget(L, PLAIN_SEEN);
  if (lua_rawequal(L, 1, table)) return refuse_cycle(L, 2);
  if (seen == LUA_TBOOLEAN && lua_toboolean(L, -1)) return refuse_cycle(L, walk.key);
  lua_settop(L, table);
  if (seen == LUA_TBOOLEAN) return count;
  if (++walk.depth >= limit) return refuse_depth(L, walk.key, limit - 1);
  lua_pushvalue(L, table);
  lua_pushboolean(L, true);
  lua_rawset(L, PLAIN_SEEN);
  if (push_sealed(L, table)) {
    walk.is_guarded = true;
  } else {
    lua_pushvalue(L, table);
    if (!walk.is_guarded) {
      lua_pushvalue(L, table);
      lua_rawseti(L, PLAIN_LIST, ++count);
    }
  }
  count = visit_values(L, walk, count);
  lua_settop(L, table);
  lua_pushvalue(L, table);
  lua_pushboolean(L, false);
  lua_rawset(L, PLAIN_SEEN);
  return count;
}

/*
 * Lists all tables of the value at 3. Raises for a value that is not plain before anything changes.
 */
static lua_Integer list_tables(lua_State *L) {
  lua_pushvalue(L, 3);
  lua_Integer count = visit_table(L, (Walk){.key = 2}, 0);
  lua_pop(L, 1);
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
