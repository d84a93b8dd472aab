#include "calls.h"

#include <string.h>

/* Opening a state, and everything in it before the first script. */

/* Keeps alive the texts that Lua itself pushes when memory may have run out. */
static void keep_literals(lua_State *L) {
  static const char *const literals[] = {
    "not enough memory", "error in error handling", "C stack overflow", "stack overflow",
    "stack overflow (error)", "params", "message", "code", "file", "line",
  };
  int count = (int)(sizeof literals / sizeof *literals);
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    const char *kept = lua_pushstring(L, literals[i]);
    if (strcmp(kept, "params") == 0) state_of(L)->params_key = kept;
    lua_rawseti(L, -2, i + 1);
  }
}

static int keep(lua_State *L) { return luaL_ref(L, LUA_REGISTRYINDEX); }

static void push_weak_table(lua_State *L, const char *mode) {
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushstring(L, mode);
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
}

static int set_up(lua_State *L) {
  clua_State *S = state_of(L);
  keep_literals(L);
  S->registered.literals = keep(L);
  make_box_metatable(L);
  S->registered.box_meta = keep(L);
  make_error_metatable(L);
  S->registered.error_meta = keep(L);
  push_weak_table(L, "k");
  S->registered.origins = keep(L);
  push_weak_table(L, "k");
  S->registered.metatables = keep(L);
  push_weak_table(L, "k");
  S->registered.names = keep(L);
  push_weak_table(L, "v");
  S->registered.objects = keep(L);
  S->slots = lua_newthread(L);
  S->registered.slots = keep(L);
  lua_newtable(L);
  S->registered.additions = keep(L);
  make_template(L);
  S->registered.template = keep(L);
  S->registered.print = LUA_NOREF;
  S->registered.lists = LUA_NOREF;
  return 0;
}

clua_State *clua_open(const clua_Limits *limits, clua_HostFunction host, void *context) {
  return open_state(limits, host, context, set_up);
}
