#include "sandbox.h"

/*
 * The globals that a script may use. Each is put by name into an empty table; nothing is ever
 * removed from a full one. Our own functions replace every function of Lua that could compute for
 * long; scripts cannot reach any other function of Lua.
 */

static const char *const base_names[] = {
  "assert", "error", "getmetatable", "ipairs", "pairs", "rawequal", "rawlen", "select", "type",
  "_VERSION", NULL,
};
static const char *const math_names[] = {
  "abs", "acos", "asin", "atan", "ceil", "cos", "deg", "exp", "floor", "fmod", "huge", "log",
  "max", "maxinteger", "min", "mininteger", "modf", "pi", "rad", "random", "randomseed", "sin",
  "sqrt", "tan", "tointeger", "type", "ult", NULL,
};
static const char *const utf8_names[] = {"charpattern", NULL};
static const char *const os_names[] = {"clock", "date", "difftime", "time", NULL};

/* Lua's functions that are metered: how many of their arguments count, and the rate per byte. */
typedef struct clua_Charge {
  const char *name;
  int arguments, rate;
} clua_Charge;
static const clua_Charge string_charges[] = {
  {"pack", 255, 1}, {"packsize", 1, 1}, {"unpack", 1, 1}, {NULL, 0, 0}};
static const clua_Charge base_charges[] = {{"tonumber", 1, 1}, {NULL, 0, 0}};
static const clua_Charge os_charges[] = {{"date", 1, 16}, {NULL, 0, 0}};

/* Copies the named fields from the table on top (popped) into the table below it. */
static void copy_names(lua_State *L, const char *const *names) {
  for (; *names != NULL; names++) {
    lua_getfield(L, -1, *names);
    lua_setfield(L, -3, *names);
  }
  lua_pop(L, 1);
}

/* Pushes the table that a library's opener returns. */
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

/* Sets template[name] to a new table with functions of our own. */
static void add_library(lua_State *L, const char *name, const luaL_Reg *functions) {
  lua_newtable(L);
  luaL_setfuncs(L, functions, 0);
  lua_setfield(L, -2, name);
}

/* Copies the named functions from the table on top (popped) into the table below it, metered. */
static void copy_metered(lua_State *L, const clua_Charge *charges) {
  for (; charges->name != NULL; charges++) {
    lua_getfield(L, -1, charges->name);
    push_metered(L, charges->arguments, charges->rate);
    lua_setfield(L, -3, charges->name);
  }
  lua_pop(L, 1);
}

void push_fields(lua_State *L, int index) {
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
 * Finds a string method that Lua does not have: a function that the running scripts added to
 * `string`. Their table is read without its metatable, so that indexing a text runs no script.
 */
static int find_addition(lua_State *L) {
  lua_settop(L, 2);
  lua_rawgeti(L, LUA_REGISTRYINDEX, state_of(L)->registered.additions);
  lua_pushvalue(L, 2);
  lua_rawget(L, -2);
  return 1;
}

/*
 * Strings look up their methods in a table that scripts cannot reach, so that scripts cannot
 * replace one. They use the `string` of scripts only for missing methods.
 */
static void lock_strings(lua_State *L) {
  lua_getfield(L, -1, "string");
  push_fields(L, -1);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, find_addition);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 4);
}

static void add_strings(lua_State *L) {
  add_library(L, "string", script_strings);
  lua_getfield(L, -1, "string");
  open_library(L, luaopen_string);
  copy_metered(L, string_charges);
  lua_pop(L, 1);
  lock_strings(L);
}

static void add_utf8(lua_State *L) {
  copy_library(L, "utf8", luaopen_utf8, utf8_names);
  lua_getfield(L, -1, "utf8");
  luaL_setfuncs(L, script_utf8, 0);
  lua_pop(L, 1);
}

static void add_os(lua_State *L) {
  copy_library(L, "os", luaopen_os, os_names);
  lua_getfield(L, -1, "os");
  open_library(L, luaopen_os);
  copy_metered(L, os_charges);
  lua_pop(L, 1);
}

/* All of Lua's libraries; we replace only the functions that wait, concatenate or print. */
static void make_whole_template(lua_State *L) {
  luaL_openlibs(L);
  lua_pushglobaltable(L);
  push_fields(L, -1);
  lua_remove(L, -2);
  luaL_setfuncs(L, script_control, 0);
  guard_joining(L);
  lua_pushcfunction(L, script_print);
  lua_setfield(L, -2, "print");
  add_library(L, "coroutine", script_coroutines);
}

void make_template(lua_State *L) {
  if (state_of(L)->account.limits.all_libraries) {
    make_whole_template(L);
    return;
  }
  lua_newtable(L);
  open_library(L, luaopen_base);
  copy_names(L, base_names);
  lua_pushglobaltable(L);
  copy_metered(L, base_charges);
  luaL_setfuncs(L, script_control, 0);
  luaL_setfuncs(L, script_raw, 0);
  lua_pushcfunction(L, script_tostring);
  lua_setfield(L, -2, "tostring");
  lua_pushcfunction(L, script_print);
  lua_setfield(L, -2, "print");
  push_setmetatable(L);
  lua_setfield(L, -2, "setmetatable");
  add_strings(L);
  add_library(L, "table", script_tables);
  add_utf8(L);
  add_os(L);
  add_library(L, "coroutine", script_coroutines);
}

void push_environment(lua_State *L) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, state_of(L)->registered.template);
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, -3) != 0) { /* template, environment, key, value */
    lua_pushvalue(L, -2);
    if (lua_istable(L, -2)) {
      push_fields(L, -2);
    } else {
      lua_pushvalue(L, -2);
    }
    lua_rawset(L, -5);
    lua_pop(L, 1);
  }
  if (!state_of(L)->account.limits.all_libraries) {
    copy_library(L, "math", luaopen_math, math_names); /* with a random generator of its own */
  }
  lua_pushvalue(L, -1);
  lua_setfield(L, -2, "_G");
  lua_remove(L, -2);
}

void adopt_strings(lua_State *L, int environment) {
  environment = lua_absindex(L, environment);
  int top = lua_gettop(L);
  lua_pushliteral(L, "");
  lua_pushliteral(L, "string");
  if (lua_rawget(L, environment) == LUA_TTABLE && lua_getmetatable(L, top + 1)) {
    lua_pushliteral(L, "__metatable");
    bool is_locked = lua_rawget(L, -2) != LUA_TNIL;
    lua_pushliteral(L, "__index");
    lua_pushvalue(L, top + 2);
    if (is_locked) {
      lua_rawseti(L, LUA_REGISTRYINDEX, state_of(L)->registered.additions);
    } else {
      lua_rawset(L, top + 3);
    }
  }
  lua_settop(L, top);
}

const char *library_name(lua_CFunction function) {
  static const luaL_Reg *const libraries[] = {script_strings, script_tables, script_utf8};
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
    for (const luaL_Reg *entry = libraries[i]; entry->name != NULL; entry++) {
      if (entry->func == function) return entry->name;
    }
  }
  return function == script_tostring ? "tostring" : NULL;
}
