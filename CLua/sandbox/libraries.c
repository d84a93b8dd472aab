#include "sandbox.h"

/*
 * All of Lua's libraries, for specs that request them. pcall, xpcall and the coroutines remain
 * ours, so that a script can still be stopped.
 */

static const char *const base_names[] = {
  "collectgarbage", "dofile", "load", "loadfile", "setmetatable", "tostring", "warn", NULL,
};

static const luaL_Reg libraries[] = {
  {"package", luaopen_package}, {"io", luaopen_io},         {"os", luaopen_os},
  {"debug", luaopen_debug},     {"string", luaopen_string}, {"table", luaopen_table},
  {"math", luaopen_math},       {"utf8", luaopen_utf8},     {NULL, NULL},
};

/*
 * Lua's own collectgarbage, which does nothing while the collector is paused: it would move the
 * stack of values that are being concatenated.
 */
static int collect_garbage(lua_State *L) {
  if (state_of(L)->gc_paused) {
    lua_pushinteger(L, 0);
    return 1;
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

/* Lua's own setmetatable, except for `__concat`, which may fault in released versions of Lua. */
static int set_any_metatable(lua_State *L) {
  if (lua_istable(L, 2) && !joins_safely()) {
    lua_pushliteral(L, "__concat");
    lua_pushvalue(L, -1);
    if (lua_rawget(L, 2) != LUA_TNIL && !is_concat(lua_tocfunction(L, -1))) {
      wrap_concat(L);
      lua_rawset(L, 2);
    } else {
      lua_pop(L, 2);
    }
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

void guard_joining(lua_State *L) {
  lua_getfield(L, -1, "setmetatable");
  lua_pushcclosure(L, set_any_metatable, 1);
  lua_setfield(L, -2, "setmetatable");
  lua_getfield(L, -1, "collectgarbage");
  lua_pushcclosure(L, collect_garbage, 1);
  lua_setfield(L, -2, "collectgarbage");
}

/*
 * Calls a function of Lua's `debug` with a thread that may be the main one: scripts run on another
 * thread, which the main one represents. It gets no frame of its own, since levels are counted from
 * here.
 */
static int look_into_thread(lua_State *L) {
  clua_State *S = state_of(L);
  if (lua_tothread(L, 1) == S->main && S->base != NULL) {
    lua_pushthread(S->base);
    if (L != S->base) lua_xmove(S->base, L, 1);
    lua_replace(L, 1);
  }
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

/* Makes the functions of the table on top accept the main thread. */
static void open_threads(lua_State *L) {
  static const char *const names[] = {
    "gethook", "getinfo", "getlocal", "sethook", "setlocal", "traceback", NULL,
  };
  for (const char *const *name = names; *name != NULL; name++) {
    lua_getfield(L, -1, *name);
    lua_pushcclosure(L, look_into_thread, 1);
    lua_setfield(L, -2, *name);
  }
}

static int open_libraries(lua_State *L) {
  int reference = (int)(intptr_t)lua_touserdata(L, 1);
  lua_settop(L, 0);
  lua_rawgeti(L, LUA_REGISTRYINDEX, reference);
  lua_pushcfunction(L, luaopen_base); /* into the table of globals that scripts never see */
  lua_call(L, 0, 1);
  for (const char *const *name = base_names; *name != NULL; name++) {
    lua_getfield(L, 2, *name);
    lua_setfield(L, 1, *name);
  }
  lua_settop(L, 1);
  guard_joining(L);
  lua_pushvalue(L, 1);
  lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  for (const luaL_Reg *library = libraries; library->name != NULL; library++) {
    luaL_requiref(L, library->name, library->func, 0);
    /* Each environment changes a library only for itself; Lua itself reads `package`. */
    if (library->func != luaopen_package) push_fields(L, -1);
    lua_setfield(L, 1, library->name);
    lua_settop(L, 1);
  }
  luaL_setfuncs(L, plain_control, 0);
  adopt_strings(L, 1);
  lua_getfield(L, 1, "debug");
  open_threads(L);
  return 0;
}

static clua_Status open_body(clua_State *S, void *argument) {
  S->shows_addresses = true;
  return clua_build(S, open_libraries, argument);
}

clua_Status clua_open_libraries(clua_State *S, int32_t environment) {
  return clua_enter(S, open_body, (void *)(intptr_t)environment);
}
