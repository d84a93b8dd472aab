#include "WaitYardstick.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdlib.h>

struct yard_Waiter {
  lua_State *L;
  lua_State *kept;
  int function;
};

static int set_up(lua_State *L) {
  yard_Waiter *waiter = lua_touserdata(L, 1);
  luaL_openlibs(L);
  if (luaL_dostring(L, "return function() coroutine.yield() end") != LUA_OK) return lua_error(L);
  waiter->function = luaL_ref(L, LUA_REGISTRYINDEX);
  waiter->kept = lua_newthread(L);
  luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

yard_Waiter *yard_makewaiter(void) {
  yard_Waiter *waiter = calloc(1, sizeof *waiter);
  if (waiter == NULL) return NULL;
  waiter->L = luaL_newstate();
  if (waiter->L == NULL) {
    free(waiter);
    return NULL;
  }
  lua_pushcfunction(waiter->L, set_up);
  lua_pushlightuserdata(waiter->L, waiter);
  if (lua_pcall(waiter->L, 1, 0, 0) == LUA_OK) return waiter;
  yard_freewaiter(waiter);
  return NULL;
}

void yard_freewaiter(yard_Waiter *waiter) {
  lua_close(waiter->L);
  free(waiter);
}

int yard_wait(yard_Waiter *waiter) {
  int count;
  lua_rawgeti(waiter->kept, LUA_REGISTRYINDEX, waiter->function);
  int waits = lua_resume(waiter->kept, NULL, 0, &count) == LUA_YIELD;
  lua_settop(waiter->kept, -count - 1);
  int ended = lua_resume(waiter->kept, NULL, 0, &count) == LUA_OK;
  lua_settop(waiter->kept, 0);
  return waits && ended;
}
