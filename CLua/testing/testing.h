#ifndef CLUA_TESTING_H
#define CLUA_TESTING_H

/* Nested tables for a test runner: comparing them, and writing them for people. */

#include "../libraries/libraries.h"

/*
 * Pushes the sorted list of the keys of a table, or of two (`other` is 0 for one); nil if the keys
 * are the numbers from 1 on. Returns the number of keys. Raises.
 */
lua_Integer push_keys(lua_State *L, int table, int other);

/* Pushes a key from the list of push_keys; `number` counts from 1. */
static inline void push_key(lua_State *L, int keys, lua_Integer number) {
  if (lua_isnil(L, keys)) {
    lua_pushinteger(L, number);
  } else {
    lua_rawgeti(L, keys, number);
  }
}

/* Records the pair of tables on top in a table; returns whether it was recorded before. */
bool note_pair(lua_State *L, int known_pairs);

/* Replaces the key on top by the table's value for it. */
void get_field(lua_State *L, int table);

typedef enum clua_Likeness { UNLIKE, ALIKE, NESTED } clua_Likeness;

/* Compares the two values on top as far as possible without looking into both. */
clua_Likeness compare_values(lua_State *L);

/* Compares two tables and their content. */
bool tables_are_equal(lua_State *L, int left, int right);

/* keys(a [, b]) → list, count */
int native_keys(lua_State *L);
/* See table_equal.c. */
int native_order(lua_State *L);
int native_only(lua_State *L);
int native_get(lua_State *L);
/* same(a, b) → boolean */
int native_same(lua_State *L);
/* See table_diff.c and table_printer.c. */
int native_differences(lua_State *L);
int native_write(lua_State *L);
int native_number(lua_State *L);

#endif
