#ifndef CLUA_TESTING_H
#define CLUA_TESTING_H

/* Nested tables for a test runner: comparing them, and writing them for people. */

#include "../libraries/libraries.h"

/*
 * Pushes the sorted list of the keys of a table, or of two (`other` is 0 for one); nil where these
 * are 1 and those that follow. Answers how many they are. Raises.
 */
lua_Integer push_keys(lua_State *L, int table, int other);

/* Pushes a key from what push_keys pushed; `number` counts from 1. */
static inline void push_key(lua_State *L, int keys, lua_Integer number) {
  if (lua_isnil(L, keys)) {
    lua_pushinteger(L, number);
  } else {
    lua_rawgeti(L, keys, number);
  }
}

/* Notes the pair of tables on top in a table; answers whether it was noted before. */
bool note_pair(lua_State *L, int known_pairs);

/* Replaces the key on top by the table's value for it. */
void get_field(lua_State *L, int table);

typedef enum clua_Likeness { UNLIKE, ALIKE, NESTED } clua_Likeness;

/* Compares the two values on top as far as that needs no look into both. */
clua_Likeness compare_values(lua_State *L);

/* Compares two tables, and what is in them. */
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
