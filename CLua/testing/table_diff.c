#include "testing.h"

/* The differences of two tables, for a test runner to highlight. */

/* Tables nested deeper than MOST_LEVELS are compared as a whole. */
enum { MOST_LEVELS = 100, MOST_DIFFERENCES = 1000, FORGOTTEN_VISITS = 64 };

/* Stack indices of the arguments, of the results and of the known pairs. */
enum { ACTUAL = 1, EXPECTED, HIGHLIGHTED, KNOWN };

/* A pair of tables that is being compared, with its current key. */
typedef struct clua_Pair {
  const struct clua_Pair *around;
  const void *actual, *expected;
  int key;
} clua_Pair;

typedef struct clua_Difference {
  lua_State *L;
  size_t count, visits;
} clua_Difference;

/* Pushes the node of the highlights for a pair, or nil if everything below it is highlighted. */
static void push_highlighted(lua_State *L, const clua_Pair *pair) {
  if (pair->around == NULL) {
    lua_pushvalue(L, HIGHLIGHTED);
    return;
  }
  push_highlighted(L, pair->around);
  if (lua_isnil(L, -1)) return;
  lua_pushvalue(L, pair->around->key);
  switch (lua_rawget(L, -2)) {
    case LUA_TTABLE: break;
    case LUA_TNIL:
      lua_pop(L, 1);
      lua_newtable(L);
      lua_pushvalue(L, pair->around->key);
      lua_pushvalue(L, -2);
      lua_rawset(L, -4);
      break;
    default:
      lua_pop(L, 1);
      lua_pushnil(L);
  }
  lua_remove(L, -2);
}

/* Highlights the path to the current key. */
static void highlight(lua_State *L, const clua_Pair *pair) {
  push_highlighted(L, pair);
  if (!lua_isnil(L, -1)) {
    lua_pushvalue(L, pair->key);
    if (lua_rawget(L, -2) == LUA_TNIL) {
      lua_pushvalue(L, pair->key);
      lua_pushboolean(L, true);
      lua_rawset(L, -4);
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* Records that two values differ. */
static void add(clua_Difference *found, const clua_Pair *pair) {
  lua_State *L = found->L;
  luaL_checkstack(L, MOST_LEVELS + 8, "differences");
  spend(L, 16);
  highlight(L, pair);
  found->count++;
}

/* Whether the two tables on top are being compared already. */
static bool is_within(lua_State *L, const clua_Pair *pair) {
  const void *actual = lua_topointer(L, -2), *expected = lua_topointer(L, -1);
  for (; pair != NULL; pair = pair->around) {
    if (pair->actual == actual && pair->expected == expected) return true;
  }
  return false;
}

static void differ_inside(clua_Difference *found, const clua_Pair *around, int depth);

/* Finds the differences between the two tables on top. */
static void differ_tables(clua_Difference *found, const clua_Pair *pair, int depth) {
  lua_State *L = found->L;
  int top = lua_gettop(L);
  bool has_equality = luaL_getmetafield(L, top, "__eq") != LUA_TNIL;
  lua_settop(L, top);
  if (has_equality) {
    clua_Likeness likeness = compare_values(L);
    lua_settop(L, top);
    if (likeness == ALIKE) return;
    has_equality = likeness == UNLIKE;
  }
  if (is_within(L, pair)) return;
  if (depth >= MOST_LEVELS) {
    if (!tables_are_equal(L, top - 1, top)) add(found, pair);
    return;
  }
  if (++found->visits > FORGOTTEN_VISITS && note_pair(L, KNOWN)) return;
  size_t count = found->count;
  differ_inside(found, pair, depth);
  if (found->count > count) {
    /* The differences of two tables are reported wherever the tables occur. */
    if (found->visits > FORGOTTEN_VISITS) {
      lua_pushvalue(L, top - 1);
      lua_pushnil(L);
      lua_rawset(L, KNOWN);
    }
  } else if (has_equality) {
    add(found, pair);
  }
}

/* Finds the differences between the two tables on top, key by key. */
static void differ_inside(clua_Difference *found, const clua_Pair *around, int depth) {
  lua_State *L = found->L;
  int expected = lua_gettop(L), actual = expected - 1;
  check_depth(L);
  luaL_checkstack(L, 24, "differences");
  unseal(L, actual);
  unseal(L, expected);
  clua_Pair pair = {around, lua_topointer(L, actual), lua_topointer(L, expected), expected + 2};
  lua_Integer count = push_keys(L, actual, expected);
  for (lua_Integer i = 1; i <= count && found->count < MOST_DIFFERENCES; i++) {
    spend(L, 4);
    push_key(L, expected + 1, i);
    lua_pushvalue(L, pair.key);
    get_field(L, actual);
    lua_pushvalue(L, pair.key);
    get_field(L, expected);
    if (lua_istable(L, -2) && lua_istable(L, -1)) {
      if (!lua_rawequal(L, -2, -1)) differ_tables(found, &pair, depth + 1);
    } else if (compare_values(L) == UNLIKE) {
      add(found, &pair);
    }
    lua_settop(L, expected + 1);
  }
  lua_settop(L, expected);
}

/*
 * differences(actual, expected) → highlighted, count: nested tables of the keys on the paths to the
 * differences; the number of differences, at most MOST_DIFFERENCES.
 */
int native_differences(lua_State *L) {
  lua_settop(L, 2);
  lua_newtable(L);
  lua_newtable(L);
  clua_Difference found = {L, 0, 0};
  if (lua_istable(L, ACTUAL) && lua_istable(L, EXPECTED)) {
    lua_pushvalue(L, ACTUAL);
    lua_pushvalue(L, EXPECTED);
    differ_inside(&found, NULL, 1);
  }
  lua_pushvalue(L, HIGHLIGHTED);
  lua_pushinteger(L, (lua_Integer)found.count);
  return 2;
}
