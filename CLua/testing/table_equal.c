#include "testing.h"

#include <stdlib.h>
#include <string.h>

/*
 * Comparing nested tables for a test runner: this takes most of the time when assertions fail.
 * Scripts are only called for `__eq`, `__index` and `__tostring`.
 */

/*
 * ---- keys in one order: those of the list from 1 on, other numbers, then by the names of types;
 * others by how they are shown ----
 */

enum { FEW_KEYS = 12 };

/* Whether a number is a key of a list of `length` values. */
static bool is_listed(lua_State *L, int key, lua_Unsigned length) {
  return lua_isinteger(L, key) && (lua_Unsigned)lua_tointeger(L, key) - 1 < length;
}

/* Whether the key at one stack index is ordered before the key at another. */
static bool is_key_before(lua_State *L, int one, int other, lua_Unsigned length) {
  int type = lua_type(L, one), other_type = lua_type(L, other);
  spend(L, 4);
  if (type != other_type) {
    if (type == LUA_TNUMBER || other_type == LUA_TNUMBER) return type == LUA_TNUMBER;
    return strcmp(lua_typename(L, type), lua_typename(L, other_type)) < 0;
  }
  if (type == LUA_TSTRING) spend(L, lua_rawlen(L, one));
  if (type == LUA_TNUMBER && is_listed(L, one, length) != is_listed(L, other, length)) {
    return is_listed(L, one, length);
  }
  if (type == LUA_TNUMBER || type == LUA_TSTRING) return lua_compare(L, one, other, LUA_OPLT);
  push_display(L, one);
  push_display(L, other);
  bool before = lua_compare(L, -2, -1, LUA_OPLT);
  lua_pop(L, 2);
  return before;
}

static int key_before(lua_State *L) {
  lua_settop(L, 2);
  lua_Unsigned length = (lua_Unsigned)lua_tointeger(L, lua_upvalueindex(1));
  lua_pushboolean(L, is_key_before(L, 1, 2, length));
  return 1;
}

/*
 * A list of keys under construction: up to a small number, they are sorted on the stack, after the
 * list.
 */
typedef struct clua_Keys {
  lua_State *L;
  int list;
  lua_Unsigned length; /* of the table, as a list */
  lua_Integer count;
  bool many, sorted;
} clua_Keys;

/* Moves up to `count` keys from the stack into the list, and leaves them on the stack. */
static void store_keys(clua_Keys *keys) {
  for (lua_Integer i = 1; i <= keys->count; i++) {
    lua_pushvalue(keys->L, keys->list + (int)i);
    lua_rawseti(keys->L, keys->list, i);
  }
}

/* Adds the key on top of the stack, which is not popped. */
static void add_key(clua_Keys *keys) {
  lua_State *L = keys->L;
  lua_pushvalue(L, -1);
  int top = lua_gettop(L);
  if (!keys->many) {
    int place = keys->list + 1 + (int)keys->count;
    while (place > keys->list + 1 && is_key_before(L, top, place - 1, keys->length)) place--;
    lua_insert(L, place);
    if (++keys->count < FEW_KEYS) return;
    store_keys(keys);
    keys->many = true;
    lua_replace(L, keys->list + 1);
    lua_settop(L, keys->list + 1);
    return;
  }
  if (keys->sorted) {
    lua_rawgeti(L, keys->list, keys->count);
    keys->sorted = !is_key_before(L, top, top + 1, keys->length);
    lua_pop(L, 1);
  }
  lua_rawseti(L, keys->list, ++keys->count);
}

/* Adds the keys of a table that another table does not have. */
static void add_keys(clua_Keys *keys, int table, int other) {
  lua_State *L = keys->L;
  lua_pushnil(L);
  while (lua_next(L, table) != 0) {
    lua_pop(L, 1);
    bool known = false;
    if (other != 0) {
      lua_pushvalue(L, -1);
      known = lua_rawget(L, other) != LUA_TNIL;
      lua_pop(L, 1);
    }
    if (!known) add_key(keys);
  }
}

/* Whether the keys of a table are exactly those of a list. */
static bool is_list(lua_State *L, int table) {
  lua_Unsigned length = lua_rawlen(L, table), count = 0;
  if (length == 0) return false;
  lua_pushnil(L);
  while (lua_next(L, table) != 0) {
    lua_pop(L, 1);
    count++;
    if (!is_listed(L, lua_gettop(L), length)) {
      lua_pop(L, 1);
      return false;
    }
  }
  spend(L, count);
  return count == length;
}

/* A key that is a text, and its place in a list. */
typedef struct clua_Name {
  const char *bytes;
  size_t length;
  lua_Integer place;
} clua_Name;

static int compare_names(const void *left, const void *right) {
  const clua_Name *one = left, *other = right;
  size_t shorter = one->length < other->length ? one->length : other->length;
  int order = memcmp(one->bytes, other->bytes, shorter);
  if (order != 0) return order;
  return (one->length > other->length) - (one->length < other->length);
}

/*
 * Sorts a list that contains only texts, without a call for each comparison; returns false for
 * other lists.
 */
static bool sort_names(lua_State *L, int list, lua_Integer count) {
  clua_Name *names = lua_newuserdatauv(L, (size_t)count * sizeof *names, 0);
  for (lua_Integer i = 0; i < count; i++) {
    if (lua_rawgeti(L, list, i + 1) != LUA_TSTRING) {
      lua_settop(L, list);
      return false;
    }
    names[i].bytes = lua_tolstring(L, -1, &names[i].length);
    names[i].place = i + 1;
    lua_pop(L, 1);
  }
  spend(L, (size_t)count * 20);
  qsort(names, (size_t)count, sizeof *names, compare_names);
  lua_createtable(L, (int)count, 0);
  for (lua_Integer i = 0; i < count; i++) {
    lua_rawgeti(L, list, names[i].place);
    lua_rawseti(L, -2, i + 1);
  }
  lua_replace(L, list);
  lua_settop(L, list);
  return true;
}

static lua_Integer push_all_keys(lua_State *L, int table, int other) {
  luaL_checkstack(L, FEW_KEYS + 16, "keys");
  lua_newtable(L);
  clua_Keys keys = {L, lua_gettop(L), lua_rawlen(L, table), 0, false, true};
  add_keys(&keys, table, 0);
  if (other != 0) add_keys(&keys, other, table);
  if (!keys.many) {
    store_keys(&keys);
    lua_settop(L, keys.list);
  } else if (!keys.sorted && !sort_names(L, keys.list, keys.count)) {
    lua_pushcfunction(L, table_sort);
    lua_pushvalue(L, keys.list);
    lua_pushinteger(L, (lua_Integer)keys.length);
    lua_pushcclosure(L, key_before, 1);
    lua_call(L, 2, 0);
  }
  return keys.count;
}

lua_Integer push_keys(lua_State *L, int table, int other) {
  luaL_checkstack(L, 4, "keys");
  if (!is_list(L, table) || (other != 0 && !is_list(L, other))) {
    return push_all_keys(L, table, other);
  }
  lua_Unsigned count = lua_rawlen(L, table);
  if (other != 0 && lua_rawlen(L, other) > count) count = lua_rawlen(L, other);
  lua_pushnil(L);
  return (lua_Integer)count;
}

/* keys(a [, b]) → list, count */
int native_keys(lua_State *L) {
  lua_settop(L, 2);
  luaL_checktype(L, 1, LUA_TTABLE);
  unseal(L, 1);
  unseal(L, 2);
  lua_pushinteger(L, push_all_keys(L, 1, lua_istable(L, 2) ? 2 : 0));
  return 2;
}

/* order(a [, b]) → list or nil, count: the same as keys; nil means the numbers from 1 on */
int native_order(lua_State *L) {
  lua_settop(L, 2);
  luaL_checktype(L, 1, LUA_TTABLE);
  unseal(L, 1);
  unseal(L, 2);
  lua_pushinteger(L, push_keys(L, 1, lua_istable(L, 2) ? 2 : 0));
  return 2;
}

/* only(a) → the only key, or nil if it has none or several */
int native_only(lua_State *L) {
  lua_settop(L, 1);
  luaL_checktype(L, 1, LUA_TTABLE);
  unseal(L, 1);
  lua_pushnil(L);
  if (lua_next(L, 1) == 0) return 0;
  lua_pop(L, 1);
  lua_pushvalue(L, -1);
  if (lua_next(L, 1) != 0) return 0;
  return 1;
}

/* get(a, key) → the value to compare */
int native_get(lua_State *L) {
  lua_settop(L, 2);
  luaL_checktype(L, 1, LUA_TTABLE);
  unseal(L, 1);
  get_field(L, 1);
  return 1;
}

/* ---- comparing ---- */

/* The number of tables compared before pairs are remembered, in case the tables are cyclic. */
enum { FORGOTTEN_PAIRS = 64 };

/* Stack indices of the arguments. */
enum { LEFT = 1, RIGHT = 2 };

bool note_pair(lua_State *L, int known_pairs) {
  int left = lua_gettop(L) - 1;
  lua_pushvalue(L, left);
  if (lua_rawget(L, known_pairs) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, left);
    lua_pushvalue(L, -2);
    lua_rawset(L, known_pairs);
  }
  lua_pushvalue(L, left + 1);
  bool known = lua_rawget(L, -2) != LUA_TNIL;
  lua_pushvalue(L, left + 1);
  lua_pushboolean(L, true);
  lua_rawset(L, -4);
  lua_settop(L, left + 1);
  return known;
}

void get_field(lua_State *L, int table) {
  if (lua_getmetatable(L, table)) {
    lua_pop(L, 1);
    prepare_callbacks(L);
    lua_gettable(L, table);
  } else {
    lua_rawget(L, table);
  }
}

/* Whether one table has every key of the other. */
static bool has_keys(lua_State *L, int table, int other) {
  lua_pushnil(L);
  while (lua_next(L, other) != 0) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    get_field(L, table);
    if (lua_isnil(L, -1)) return false;
    lua_pop(L, 1);
  }
  return true;
}

clua_Likeness compare_values(lua_State *L) {
  if (lua_rawequal(L, -1, -2)) return ALIKE;
  if (!lua_istable(L, -1) || !lua_istable(L, -2)) {
    if (lua_type(L, -1) != lua_type(L, -2)) return UNLIKE;
    if (lua_isuserdata(L, -1)) prepare_callbacks(L);
    return lua_compare(L, -1, -2, LUA_OPEQ) ? ALIKE : UNLIKE;
  }
  if (luaL_getmetafield(L, -2, "__eq") == LUA_TNIL) return NESTED;
  if (luaL_getmetafield(L, -2, "__eq") == LUA_TNIL) {
    lua_pop(L, 1);
    return NESTED;
  }
  bool common = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  if (!common) return NESTED;
  prepare_callbacks(L);
  return lua_compare(L, -1, -2, LUA_OPEQ) ? ALIKE : UNLIKE;
}

/*
 * Compares the two tables on top, and their content. Each pair being compared is on the stack with
 * its current key, so that only memory limits the depth of tables.
 */
static bool compare_tables(lua_State *L, int known) {
  size_t visits = 0, depth = 0;
  bool enters = true;
  while (enters || depth > 0) {
    if (enters) {
      int left = lua_gettop(L) - 1;
      luaL_checkstack(L, 12, "same");
      unseal(L, left);
      unseal(L, left + 1);
      if (++visits > FORGOTTEN_PAIRS && note_pair(L, known)) {
        lua_settop(L, left - 1);
      } else {
        if (!has_keys(L, left, left + 1)) return false;
        lua_pushnil(L);
        depth++;
      }
      enters = false;
      continue;
    }
    int key = lua_gettop(L);
    spend(L, 4);
    if (lua_next(L, key - 2) == 0) {
      lua_settop(L, key - 3);
      depth--;
      continue;
    }
    lua_pushvalue(L, key);
    get_field(L, key - 1);
    switch (compare_values(L)) {
      case UNLIKE: return false;
      case ALIKE: lua_settop(L, key); break;
      case NESTED: enters = true; break;
    }
  }
  return true;
}

bool tables_are_equal(lua_State *L, int left, int right) {
  int top = lua_gettop(L);
  luaL_checkstack(L, 4, "same");
  lua_newtable(L);
  lua_pushvalue(L, left);
  lua_pushvalue(L, right);
  bool same = compare_tables(L, top + 1);
  lua_settop(L, top);
  return same;
}

/* same(a, b) → boolean */
int native_same(lua_State *L) {
  lua_settop(L, 2);
  bool nested = lua_istable(L, LEFT) && lua_istable(L, RIGHT);
  bool same = lua_rawequal(L, LEFT, RIGHT);
  if (!nested && !same) {
    prepare_callbacks(L);
    same = lua_compare(L, LEFT, RIGHT, LUA_OPEQ);
  } else if (!same) {
    same = tables_are_equal(L, LEFT, RIGHT);
  }
  lua_pushboolean(L, same);
  return 1;
}
