#include "internal.h"

/*
 * What a script may use. Everything is copied from Lua's libraries by name into an empty table;
 * nothing is ever removed from a full one. The originals are reachable from no script.
 */

static const char *const base_names[] = {
  "assert", "error",    "getmetatable", "ipairs", "next", "pairs", "rawequal", "rawget",
  "rawlen", "rawset",   "select",       "tonumber", "type", "_VERSION", NULL,
};
static const char *const string_names[] = {
  "byte", "char", "find", "gmatch", "len", "lower", "match", "pack", "packsize",
  "rep",  "reverse", "sub", "unpack", "upper", NULL,
};
static const char *const table_names[] = {
  "concat", "insert", "move", "pack", "remove", "sort", "unpack", NULL,
};
static const char *const math_names[] = {
  "abs", "acos", "asin", "atan", "ceil", "cos", "deg", "exp", "floor", "fmod", "huge", "log",
  "max", "maxinteger", "min", "mininteger", "modf", "pi", "rad", "random", "randomseed", "sin",
  "sqrt", "tan", "tointeger", "type", "ult", NULL,
};
static const char *const utf8_names[] = {
  "char", "charpattern", "codepoint", "codes", "len", "offset", NULL,
};
static const char *const os_names[] = {"clock", "date", "difftime", "time", NULL};

/* Copies the named fields from the table on top (popped) into the one below it. */
static void copy_names(lua_State *L, const char *const *names) {
  for (; *names != NULL; names++) {
    lua_getfield(L, -1, *names);
    lua_setfield(L, -3, *names);
  }
  lua_pop(L, 1);
}

/* Pushes the table that a library's opener answers. */
static void open_library(lua_State *L, lua_CFunction opener) {
  lua_pushcfunction(L, opener);
  lua_call(L, 0, 1);
}

/* Sets template[name] to a new table with the named functions of a library. */
static void copy_library(
  lua_State *L, const char *name, lua_CFunction opener, const char *const *names
) {
  lua_newtable(L);
  open_library(L, opener);
  copy_names(L, names);
  lua_setfield(L, -2, name);
}

/* Pushes a copy of the table at `index`, one level deep. */
static void push_copy(lua_State *L, int index) {
  index = lua_absindex(L, index);
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, index) != 0) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -4);
  }
}

/*
 * Strings look their methods up in a table that no script can reach, so that no script can
 * change them for another.
 */
static void lock_strings(lua_State *L) {
  lua_getfield(L, -1, "string");
  push_copy(L, -1);
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 4);
}

/* Pushes the string library's table with our own string.format over Lua's. */
static void add_strings(lua_State *L) {
  lua_newtable(L);
  open_library(L, luaopen_string);
  lua_getfield(L, -1, "format");
  lua_pushcclosure(L, script_format, 1);
  lua_setfield(L, -3, "format");
  lua_getfield(L, -1, "gsub");
  lua_pushcclosure(L, script_with_stack, 1);
  lua_setfield(L, -3, "gsub");
  copy_names(L, string_names);
  lua_setfield(L, -2, "string");
  lock_strings(L);
}

void make_template(lua_State *L) {
  lua_newtable(L);
  open_library(L, luaopen_base);
  copy_names(L, base_names);
  luaL_setfuncs(L, script_control, 0);
  lua_pushcfunction(L, script_tostring);
  lua_setfield(L, -2, "tostring");
  lua_pushcfunction(L, script_print);
  lua_setfield(L, -2, "print");
  push_setmetatable(L);
  lua_setfield(L, -2, "setmetatable");
  add_strings(L);
  copy_library(L, "table", luaopen_table, table_names);
  lua_getfield(L, -1, "table");
  lua_getfield(L, -1, "sort");
  lua_pushcclosure(L, script_with_stack, 1);
  lua_setfield(L, -2, "sort");
  lua_pop(L, 1);
  copy_library(L, "utf8", luaopen_utf8, utf8_names);
  copy_library(L, "os", luaopen_os, os_names);
  lua_newtable(L);
  luaL_setfuncs(L, script_coroutines, 0);
  lua_setfield(L, -2, "coroutine");
}

void push_environment(lua_State *L) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, state_of(L)->kept.template);
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, -3) != 0) { /* template, environment, key, value */
    lua_pushvalue(L, -2);
    if (lua_istable(L, -2)) {
      push_copy(L, -2);
    } else {
      lua_pushvalue(L, -2);
    }
    lua_rawset(L, -5);
    lua_pop(L, 1);
  }
  copy_library(L, "math", luaopen_math, math_names); /* with a random generator of its own */
  lua_pushvalue(L, -1);
  lua_setfield(L, -2, "_G");
  lua_remove(L, -2);
}
