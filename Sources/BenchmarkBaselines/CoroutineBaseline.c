#include "CoroutineBaseline.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdlib.h>

struct baseline_Coroutine {
  lua_State *L;
  lua_State *kept;
  int function;
};

static int set_up(lua_State *L) {
  baseline_Coroutine *coroutine = lua_touserdata(L, 1);
  luaL_openlibs(L);
  if (luaL_dostring(L, "return function() coroutine.yield() end") != LUA_OK) return lua_error(L);
  coroutine->function = luaL_ref(L, LUA_REGISTRYINDEX);
  coroutine->kept = lua_newthread(L);
  luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

baseline_Coroutine *baseline_makecoroutine(void) {
  baseline_Coroutine *coroutine = calloc(1, sizeof *coroutine);
  if (coroutine == NULL) return NULL;
  coroutine->L = luaL_newstate();
  if (coroutine->L == NULL) {
    free(coroutine);
    return NULL;
  }
  lua_pushcfunction(coroutine->L, set_up);
  lua_pushlightuserdata(coroutine->L, coroutine);
  if (lua_pcall(coroutine->L, 1, 0, 0) == LUA_OK) return coroutine;
  baseline_freecoroutine(coroutine);
  return NULL;
}

void baseline_freecoroutine(baseline_Coroutine *coroutine) {
  lua_close(coroutine->L);
  free(coroutine);
}

int baseline_suspend(baseline_Coroutine *coroutine) {
  int count;
  lua_rawgeti(coroutine->kept, LUA_REGISTRYINDEX, coroutine->function);
  int waits = lua_resume(coroutine->kept, NULL, 0, &count) == LUA_YIELD;
  lua_settop(coroutine->kept, -count - 1);
  int ended = lua_resume(coroutine->kept, NULL, 0, &count) == LUA_OK;
  lua_settop(coroutine->kept, 0);
  return waits && ended;
}
