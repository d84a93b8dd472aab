#include "testing.h"

/* Functions of the test runner that would be slower in Lua. */

enum { MOST_PLACES = 30 };

/* where() → file, line of the calling script; nothing if no script called */
static int native_where(lua_State *L) {
  lua_Debug frame;
  if (!find_frame(L, 0, 1, &frame)) return 0;
  lua_pushstring(L, frame_file(&frame));
  lua_pushinteger(L, frame.currentline);
  return 2;
}

/*
 * caller() → file, line of the script that called the library, as `error` has them; nothing if C
 * called it, as in `pcall(assert.equal, 1, 2)`
 */
static int native_caller(lua_State *L) {
  lua_Debug frame;
  for (int level = 1; level < MAX_SEEN_FRAMES && lua_getstack(L, level, &frame); level++) {
    lua_getinfo(L, "Sl", &frame);
    if (*frame.what == 'C') return 0;
    if (!is_script(&frame)) continue;
    lua_pushstring(L, frame_file(&frame));
    lua_pushinteger(L, frame.currentline);
    return 2;
  }
  return 0;
}

/* trace() → the places of the calling scripts, innermost first, one line for each */
static int native_trace(lua_State *L) {
  lua_Debug frame;
  luaL_Buffer text;
  int count = 0;
  luaL_buffinit(L, &text);
  for (int level = 0; level < MAX_SEEN_FRAMES && lua_getstack(L, level, &frame); level++) {
    if (count == MOST_PLACES) break;
    spend(L, 1);
    lua_getinfo(L, "S", &frame);
    if (!is_script(&frame)) continue;
    lua_getinfo(L, "l", &frame);
    if (count++ > 0) luaL_addchar(&text, '\n');
    lua_pushfstring(L, "%s:%d", frame_file(&frame), frame.currentline);
    luaL_addvalue(&text);
  }
  luaL_pushresult(&text);
  return 1;
}

/* set_metatable(table, metatable) → table; without the private copy that scripts get */
static int native_set_metatable(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  lua_setmetatable(L, 1);
  return 1;
}

/* get_metatable(value) → metatable, even a hidden one; nothing if it has none */
static int deep_get_metatable(lua_State *L) {
  luaL_checkany(L, 1);
  return lua_getmetatable(L, 1);
}

/* span(function) → its first line, its last line, its file; nothing for a function in C */
static int native_span(lua_State *L) {
  lua_Debug function;
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  lua_getinfo(L, ">S", &function);
  if (*function.what == 'C') return 0;
  lua_pushinteger(L, function.linedefined);
  lua_pushinteger(L, function.lastlinedefined);
  lua_pushstring(L, frame_file(&function));
  return 3;
}

/* seal(table) → a read-only table that shows the fields of the other one */
static int native_seal(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  seal_table(L, "metatable", "it belongs to the test library");
  return 1;
}

/*
 * holds(table, fields, count) → whether the table has exactly these fields; `count` is their number
 */
static int native_holds(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_Integer rest = luaL_checkinteger(L, 3);
  lua_settop(L, 2);
  for (lua_pushnil(L); lua_next(L, 1) != 0; lua_pop(L, 2)) {
    spend(L, 1);
    lua_pushvalue(L, -2);
    lua_rawget(L, 2);
    if (rest-- == 0 || !lua_rawequal(L, -1, -2)) {
      lua_pushboolean(L, false);
      return 1;
    }
  }
  lua_pushboolean(L, rest == 0);
  return 1;
}

/* Reads a field of a function, from the table that was given for it. */
static int index_function(lua_State *L) {
  lua_settop(L, 2);
  lua_pushvalue(L, 1);
  lua_rawget(L, lua_upvalueindex(1));
  if (lua_isnil(L, -1)) return luaL_error(L, "attempt to index a function value");
  lua_pushvalue(L, 2);
  lua_rawget(L, -2);
  return 1;
}

/* with_fields(function, table) → function, which has the fields of the table from now on */
static int native_with_fields(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  lua_pushvalue(L, 1);
  lua_insert(L, 2);
  lua_rawset(L, lua_upvalueindex(1));
  return 1;
}

/*
 * Adds with_fields to the library on top. Functions share one metatable, which scripts cannot see.
 */
static void open_fields(lua_State *L) {
  lua_newtable(L); /* the fields by function */
  lua_pushvalue(L, -1);
  lua_pushcclosure(L, native_with_fields, 1);
  lua_setfield(L, -3, "with_fields");
  lua_pushcfunction(L, native_where); /* any function: it represents all */
  lua_newtable(L);
  lua_pushvalue(L, -3);
  lua_pushcclosure(L, index_function, 1);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_pop(L, 2);
}

static const luaL_Reg functions[] = {
  {"keys", native_keys},     {"same", native_same},     {"differences", native_differences},
  {"write", native_write},   {"number", native_number}, {"where", native_where},
  {"order", native_order},   {"only", native_only},     {"get", native_get},
  {"trace", native_trace},   {"set_metatable", native_set_metatable},
  {"get_metatable", deep_get_metatable}, {"caller", native_caller},
  {"seal", native_seal},     {"span", native_span},
  {"holds", native_holds},
  {NULL, NULL},
};

static int open_native(lua_State *L) {
  int reference = (int)(intptr_t)lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, reference);
  luaL_newlib(L, functions);
  open_fields(L);
  lua_setfield(L, -2, "native");
  return 0;
}

static clua_Status open_body(clua_State *S, void *argument) {
  return clua_build(S, open_native, argument);
}

clua_Status clua_open_native(clua_State *S, int32_t environment) {
  return clua_enter(S, open_body, (void *)(intptr_t)environment);
}
