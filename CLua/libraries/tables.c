#include "libraries.h"

#include <limits.h>

/* The table library of scripts; table.sort has its own file. */

static bool has_field(lua_State *L, int metatable, const char *name) {
  lua_pushstring(L, name);
  bool found = lua_rawget(L, metatable) != LUA_TNIL;
  lua_pop(L, 1);
  return found;
}

/* Returns whether a value that is not a table has the metamethods that it needs. */
static bool acts_as_list(lua_State *L, int argument, int needs) {
  if (!lua_getmetatable(L, argument)) return false;
  int metatable = lua_gettop(L);
  bool acts = (!(needs & LIST_READ) || has_field(L, metatable, "__index")) &&
    (!(needs & LIST_WRITE) || has_field(L, metatable, "__newindex")) &&
    (!(needs & LIST_LENGTH) || has_field(L, metatable, "__len"));
  lua_pop(L, 1);
  return acts;
}

/* Makes room for the metamethods that a list has. */
static void prepare_list(lua_State *L, int index) {
  if (!lua_getmetatable(L, index)) return;
  lua_pop(L, 1);
  prepare_callbacks(L);
}

void check_list(lua_State *L, int argument, int needs) {
  if (lua_type(L, argument) != LUA_TTABLE && !acts_as_list(L, argument, needs)) {
    luaL_checktype(L, argument, LUA_TTABLE);
  }
  prepare_list(L, argument);
}

/*
 * Copies `count` elements from `from` to `to`, `step` (1 or -1) apart. Reads or writes no element
 * before the previous one was copied.
 */
static void copy_elements(
  lua_State *L, int source, lua_Integer from, int target, lua_Integer to, lua_Unsigned count,
  int step
) {
  while (count > 0) {
    lua_Unsigned piece = count < METER_SLICE ? count : METER_SLICE;
    spend(L, piece);
    count -= piece;
    for (; piece > 0; piece--) {
      lua_geti(L, source, from);
      lua_seti(L, target, to);
      from = (lua_Integer)((lua_Unsigned)from + (lua_Unsigned)step);
      to = (lua_Integer)((lua_Unsigned)to + (lua_Unsigned)step);
    }
  }
}

static int table_insert(lua_State *L) {
  check_list(L, 1, LIST_READ | LIST_WRITE | LIST_LENGTH);
  lua_Integer last = (lua_Integer)((lua_Unsigned)luaL_len(L, 1) + 1);
  lua_Integer place = last;
  switch (lua_gettop(L)) {
    case 2: break;
    case 3:
      place = luaL_checkinteger(L, 2);
      luaL_argcheck(
        L, (lua_Unsigned)place - 1 < (lua_Unsigned)last, 2, "position out of bounds");
      if (place < last) {
        copy_elements(L, 1, last - 1, 1, last, (lua_Unsigned)(last - place), -1);
      }
      break;
    default: return luaL_error(L, "wrong number of arguments to 'insert'");
  }
  lua_seti(L, 1, place);
  return 0;
}

static int table_remove(lua_State *L) {
  check_list(L, 1, LIST_READ | LIST_WRITE | LIST_LENGTH);
  lua_Integer last = luaL_len(L, 1);
  lua_Integer place = luaL_optinteger(L, 2, last);
  if (place != last) {
    luaL_argcheck(
      L, (lua_Unsigned)place - 1 <= (lua_Unsigned)last, 2, "position out of bounds");
  }
  lua_geti(L, 1, place);
  if (place < last) {
    copy_elements(L, 1, place + 1, 1, place, (lua_Unsigned)last - (lua_Unsigned)place, 1);
    place = last;
  }
  lua_pushnil(L);
  lua_seti(L, 1, place);
  return 1;
}

static int table_move(lua_State *L) {
  lua_Integer first = luaL_checkinteger(L, 2);
  lua_Integer last = luaL_checkinteger(L, 3);
  lua_Integer to = luaL_checkinteger(L, 4);
  int other = lua_isnoneornil(L, 5) ? 1 : 5;
  check_list(L, 1, LIST_READ);
  check_list(L, other, LIST_WRITE);
  if (last >= first) {
    luaL_argcheck(
      L, first > 0 || last < LUA_MAXINTEGER + first, 3, "too many elements to move");
    lua_Integer count = last - first + 1;
    luaL_argcheck(L, to <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
    bool apart = to > last || to <= first || (other != 1 && !lua_compare(L, 1, other, LUA_OPEQ));
    if (apart) {
      copy_elements(L, 1, first, other, to, (lua_Unsigned)count, 1);
    } else {
      copy_elements(L, 1, last, other, to + (count - 1), (lua_Unsigned)count, -1);
    }
  }
  lua_pushvalue(L, other);
  return 1;
}

/* ---- concat ---- */

static void add_element(luaL_Buffer *text, clua_Meter *meter, lua_Integer place) {
  lua_State *L = meter->L;
  lua_geti(L, 1, place);
  if (!lua_isstring(L, -1)) {
    luaL_error(
      L, "invalid value (%s) at index %I in table for 'concat'", luaL_typename(L, -1),
      (LUAI_UACINT)place);
  }
  count_work(meter, 1);
  luaL_addvalue(text);
}

static int table_concat(lua_State *L) {
  luaL_Buffer text;
  size_t length;
  clua_Meter meter = {L, 0};
  check_list(L, 1, LIST_READ | LIST_LENGTH);
  lua_Integer last = luaL_len(L, 1);
  const char *gap = luaL_optlstring(L, 2, "", &length);
  lua_Integer place = luaL_optinteger(L, 3, 1);
  last = luaL_optinteger(L, 4, last);
  luaL_buffinit(L, &text);
  for (; place < last; place++) {
    add_element(&text, &meter, place);
    luaL_addlstring(&text, gap, length);
  }
  if (place == last) add_element(&text, &meter, place);
  count_work(&meter, luaL_bufflen(&text));
  settle(&meter);
  luaL_pushresult(&text);
  return 1;
}

/* ---- pack and unpack ---- */

static int table_pack(lua_State *L) {
  int count = lua_gettop(L);
  spend(L, (size_t)count);
  lua_createtable(L, count, 1);
  lua_insert(L, 1);
  for (int i = count; i >= 1; i--) lua_rawseti(L, 1, i);
  lua_pushinteger(L, count);
  lua_setfield(L, 1, "n");
  return 1;
}

static int table_unpack(lua_State *L) {
  lua_Integer first = luaL_optinteger(L, 2, 1);
  lua_Integer last = lua_isnoneornil(L, 3) ? luaL_len(L, 1) : luaL_checkinteger(L, 3);
  if (first > last) return 0;
  prepare_list(L, 1);
  clua_Meter meter = {L, 0};
  lua_Unsigned more = (lua_Unsigned)last - (lua_Unsigned)first;
  /* Lua 5.4.8 takes the room for reporting an overflow before it refuses such a number. */
  if (more >= LUAI_MAXSTACK || !lua_checkstack(L, (int)more + 1)) {
    return luaL_error(L, "too many results to unpack");
  }
  for (lua_Integer place = first; place < last; place++) {
    count_work(&meter, 1);
    lua_geti(L, 1, place);
  }
  lua_geti(L, 1, last);
  settle(&meter);
  return (int)more + 1;
}

const luaL_Reg script_tables[] = {
  {"concat", table_concat}, {"insert", table_insert}, {"move", table_move},
  {"pack", table_pack},     {"remove", table_remove}, {"sort", table_sort},
  {"unpack", table_unpack}, {NULL, NULL}};
