#include "sandbox.h"

/*
 * The time of day for scripts whose clock the host moves: Lua's `os.time` and `os.date`, with the
 * current time from the host.
 */

typedef struct clua_Day {
  const char *name;
  int place; /* the argument that means "now" if omitted */
} clua_Day;
static const clua_Day functions[] = {{"time", 1}, {"date", 2}, {NULL, 0}};

enum { RATE = 16 /* units for each byte of a format */ };

/* Upvalues: Lua's function, the place of the time, and the host's function. */
static int tell_time(lua_State *L) {
  int place = (int)lua_tointeger(L, lua_upvalueindex(2));
  if (lua_isnoneornil(L, place)) {
    lua_settop(L, place - 1);
    lua_pushvalue(L, lua_upvalueindex(3));
    lua_call(L, 0, 1);
    if (place == 1) return 1;
  }
  if (lua_type(L, 1) == LUA_TSTRING) spend(L, RATE * lua_rawlen(L, 1));
  return lua_tocfunction(L, lua_upvalueindex(1))(L); /* in this frame: its errors name us */
}

void move_day(lua_State *L, int environment, int now) {
  int top = lua_gettop(L);
  lua_pushliteral(L, "os");
  if (lua_rawget(L, environment) == LUA_TTABLE) {
    lua_pushcfunction(L, luaopen_os);
    lua_call(L, 0, 1);
    for (const clua_Day *day = functions; day->name != NULL; day++) {
      lua_getfield(L, top + 2, day->name);
      lua_pushinteger(L, day->place);
      lua_pushvalue(L, now);
      lua_pushcclosure(L, tell_time, 3);
      lua_setfield(L, top + 1, day->name);
    }
  }
  lua_settop(L, top);
}
