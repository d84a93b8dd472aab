#include "values.h"

/*
 * Tables of scripts that hold plain data only, such as `session`. Assigning a function to such a
 * table, or to a table inside it, raises an error. So does assigning a table that contains itself,
 * which cannot be copied. An assigned table keeps its identity: its entries move to a hidden table
 * behind it, so that this file sees every later assignment. Scripts may declare the fields of the
 * tables: other fields and values that do not fit are then errors as well.
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

/* ---- shapes ---- */

/*
 * The node of a table with declared fields is the metatable of its hidden table, which no script
 * reaches. It is a list, whose absent parts are false. A kind is the node of a table, "int" for
 * numbers that are stored as integers, or true.
 */
enum {
  NODE_ID = 1, /* of the host */
  NODE_FIELDS, /* the kinds by name */
  NODE_EACH,   /* the kind of every item */
  NODE_IS_LIST,
  NODE_CONTROL,
};

/* The functions of the host that all nodes of a session share, in a list. */
enum {
  CONTROL_MISSING = 1, /* raises for an undeclared field, of a node's id and a key */
  CONTROL_CHECK,       /* raises for a value that does not fit, of a node's id, a key and a value */
  CONTROL_METHODS,     /* by name; only the session itself has them */
};

enum { SESSION_ID = 0 };

/* Pushes the kind of a key of a node; returns whether the key is declared. */
static bool push_kind(lua_State *L, int node, int key) {
  lua_rawgeti(L, node, NODE_EACH);
  if (lua_toboolean(L, -1)) {
    lua_rawgeti(L, node, NODE_IS_LIST);
    int type = lua_toboolean(L, -1) ? LUA_TNUMBER : LUA_TSTRING;
    lua_pop(L, 1);
    return lua_type(L, key) == type;
  }
  lua_pop(L, 1);
  lua_rawgeti(L, node, NODE_FIELDS);
  if (!lua_istable(L, -1)) return false;
  lua_pushvalue(L, key);
  lua_rawget(L, -2);
  lua_remove(L, -2);
  return lua_toboolean(L, -1);
}

static bool has_shape(lua_State *L, int node) {
  lua_rawgeti(L, node, NODE_FIELDS);
  lua_rawgeti(L, node, NODE_EACH);
  bool has = lua_toboolean(L, -1) || lua_toboolean(L, -2);
  lua_pop(L, 2);
  return has;
}

/* Pushes a part of the control of a node. */
static void push_control(lua_State *L, int node, int part) {
  lua_rawgeti(L, node, NODE_CONTROL);
  lua_rawgeti(L, -1, part);
  lua_remove(L, -2);
}

/* Pushes the method of the session at a key; returns whether it exists. */
static bool push_method(lua_State *L, int node, int key) {
  lua_rawgeti(L, node, NODE_ID);
  bool is_session = lua_tointeger(L, -1) == SESSION_ID;
  lua_pop(L, 1);
  if (!is_session) return false;
  push_control(L, node, CONTROL_METHODS);
  if (lua_istable(L, -1)) {
    lua_pushvalue(L, key);
    lua_rawget(L, -2);
    lua_remove(L, -2);
    if (!lua_isnil(L, -1)) return true;
  }
  lua_pop(L, 1);
  return false;
}

/* Reads a field; an undeclared field is an error. */
static int plain_index(lua_State *L) {
  lua_settop(L, 2);
  lua_pushvalue(L, 1);
  unseal(L, 3);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, 3) != LUA_TNIL || !lua_getmetatable(L, 3)) return 1;
  int node = lua_gettop(L);
  if (push_method(L, node, 2)) return 1;
  if (!has_shape(L, node) || push_kind(L, node, 2)) {
    lua_pushnil(L);
    return 1;
  }
  push_control(L, node, CONTROL_MISSING);
  lua_rawgeti(L, node, NODE_ID);
  lua_pushvalue(L, 2);
  lua_call(L, 2, 1);
  return 1;
}

/*
 * Raises unless the value at 3 fits the key at 2 of the table at 1. The host checks its own values
 * before.
 */
static void check_shape(lua_State *L) {
  if (state_of(L)->account.building) return;
  int top = lua_gettop(L);
  if (push_sealed(L, 1) && lua_getmetatable(L, -1)) {
    int node = lua_gettop(L);
    if (push_method(L, node, 2)) {
      clua_raise(L, "denied", "'session.%s' cannot be set: it is a function.", lua_tostring(L, 2));
    }
    if (has_shape(L, node)) {
      push_control(L, node, CONTROL_CHECK);
      lua_rawgeti(L, node, NODE_ID);
      lua_pushvalue(L, 2);
      lua_pushvalue(L, 3);
      lua_call(L, 3, 0);
    }
  }
  lua_settop(L, top);
}

/* Gives the tables of the value on top their nodes, and makes declared integers of its numbers. */
static void settle(lua_State *L, int kind, int key) {
  int is_whole;
  if (lua_type(L, kind) == LUA_TSTRING && lua_type(L, -1) == LUA_TNUMBER) {
    lua_Integer whole = lua_tointegerx(L, -1, &is_whole);
    if (is_whole) {
      lua_pop(L, 1);
      lua_pushinteger(L, whole);
    }
  }
  if (!lua_istable(L, kind) || !lua_istable(L, -1)) return;
  luaL_checkstack(L, 12, "session");
  int value = lua_gettop(L);
  if (!push_sealed(L, value)) {
    push_display(L, key);
    clua_raise(
      L, "wrong_type", "'%s' has a metatable, but 'session' can hold only plain data.",
      lua_tostring(L, -1));
  }
  int real = value + 1;
  if (lua_getmetatable(L, real)) {
    if (!lua_rawequal(L, -1, kind)) {
      push_display(L, key);
      clua_raise(
        L, "wrong_type",
        "'%s' is a table that 'session' already holds in another place. Assign a copy.",
        lua_tostring(L, -1));
    }
    lua_settop(L, value);
    return;
  }
  lua_pushnil(L);
  while (lua_next(L, real)) {
    int item = lua_gettop(L);
    if (push_kind(L, kind, item - 1)) {
      lua_pushvalue(L, item);
      settle(L, item + 1, item - 1);
      lua_pushvalue(L, item - 1);
      lua_insert(L, -2);
      lua_rawset(L, real);
    }
    lua_settop(L, item - 1);
  }
  lua_pushvalue(L, kind);
  lua_setmetatable(L, real);
  lua_settop(L, value);
}

/* Settles the value at 3 for its place. */
static void settle_value(lua_State *L) {
  if (push_sealed(L, 1) && lua_getmetatable(L, -1) && push_kind(L, lua_gettop(L), 2)) {
    int kind = lua_gettop(L);
    lua_pushvalue(L, 3);
    settle(L, kind, 2);
    lua_replace(L, 3);
  }
  lua_settop(L, 3);
}

static int set_plain(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 3);
  if (is_function(L, 3)) return refuse_function(L, 2, 3);
  if (!lua_istable(L, 3)) {
    check_shape(L);
  } else {
    lua_newtable(L);
    lua_newtable(L);
    lua_Integer count = list_tables(L);
    check_shape(L);
    for (lua_Integer i = 1; i <= count; i++) {
      lua_rawgeti(L, PLAIN_LIST, i);
      if (!lua_getmetatable(L, -1)) seal_in_place(L, plain_index, set_plain);
      lua_settop(L, PLAIN_SEEN);
    }
    lua_settop(L, 3);
  }
  settle_value(L);
  unseal(L, 1);
  lua_rawset(L, 1);
  state_of(L)->plain_changed = true;
  return 0;
}

static int make_plain(lua_State *L) {
  clua_Request *what = lua_touserdata(L, 1);
  lua_newtable(L);
  seal_in_place(L, plain_index, set_plain);
  if (what->subject >= 0) {
    push_sealed(L, 2);
    lua_rawgeti(L, LUA_REGISTRYINDEX, what->subject);
    lua_setmetatable(L, 3);
    lua_settop(L, 2);
  }
  what->reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

clua_Status clua_make_plain(clua_State *S, int32_t node, int32_t *reference) {
  clua_Request what = {.subject = node, .reference = LUA_NOREF};
  clua_Status status = run_request(S, make_plain, &what);
  *reference = what.reference;
  return status;
}

bool clua_take_plain_change(clua_State *S) {
  bool has_changed = S->plain_changed;
  S->plain_changed = false;
  return has_changed;
}
