#include "sandbox.h"

/*
 * Our own pcall, xpcall and coroutines. They differ from Lua's in two ways: a kill passes through
 * them, and so does the wait of a host function, through any number of coroutines.
 */

static int finish_pcall(lua_State *L, int status, lua_KContext skipped) {
  if (status == LUA_OK || status == LUA_YIELD) return lua_gettop(L) - (int)skipped;
  check_caught(L, status);
  lua_pushboolean(L, 0);
  lua_pushvalue(L, -2);
  return 2;
}

/* Notifies the debugger of an error, at the place where it was raised. */
static int show_error(lua_State *L) {
  tell_raised(L);
  return 1;
}

/* Does the same as script_pcall, for a debugger that stops at caught errors. */
static int shown_pcall(lua_State *L) {
  lua_pushcfunction(L, show_error);
  lua_insert(L, 1);
  lua_pushboolean(L, 1);
  lua_insert(L, 2);
  int status = lua_pcallk(L, lua_gettop(L) - 3, LUA_MULTRET, 1, 1, finish_pcall);
  return finish_pcall(L, status, 1);
}

static int script_pcall(lua_State *L) {
  check_alive(L);
  check_depth(L);
  luaL_checkany(L, 1);
  if (shows_raised(state_of(L))) return shown_pcall(L);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish_pcall);
  return finish_pcall(L, status, 0);
}

/* Calls the script's handler, except for a kill, which must end the script immediately. */
static int handle_message(lua_State *L) {
  clua_State *S = state_of(L);
  if (S->kill != KILL_NONE || was_refused(S)) return 1;
  S->account.building = false;
  tell_raised(L);
  if (S->kill != KILL_NONE) return 1;
  /* After a stack overflow, no room is left for the handler: the message stays as it is. */
  if (!lua_checkstack(L, CALLBACK_STACK)) return 1;
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

static int script_xpcall(lua_State *L) {
  int count = lua_gettop(L);
  check_alive(L);
  check_depth(L);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, handle_message, 1);
  lua_replace(L, 2);
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2); /* function, handler, true, function, arguments */
  int status = lua_pcallk(L, count - 2, LUA_MULTRET, 2, 2, finish_pcall);
  return finish_pcall(L, status, 2);
}

/*
 * Does the same for scripts with all of Lua's libraries: their handler has the same place on the
 * stack as in Lua, since it may count levels. A kill calls it as well, and then continues.
 */
static int plain_xpcall(lua_State *L) {
  int count = lua_gettop(L);
  check_alive(L);
  check_depth(L);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2); /* function, handler, true, function, arguments */
  int status = lua_pcallk(L, count - 2, LUA_MULTRET, 2, 2, finish_pcall);
  return finish_pcall(L, status, 2);
}

const luaL_Reg script_control[] = {
  {"pcall", script_pcall}, {"xpcall", script_xpcall}, {NULL, NULL}};
const luaL_Reg plain_control[] = {{"xpcall", plain_xpcall}, {NULL, NULL}};

bool is_handling(lua_CFunction function) { return function == handle_message; }

bool is_protecting(lua_CFunction function) {
  return function == script_pcall || function == script_xpcall || function == plain_xpcall;
}

/* ---- coroutines ---- */

static lua_State *check_coroutine(lua_State *L) {
  lua_State *co = lua_tothread(L, 1);
  luaL_argexpected(L, co, 1, "coroutine");
  return co;
}

static const char *coroutine_status(lua_State *L, lua_State *co) {
  clua_State *S = state_of(L);
  lua_Debug frame;
  if (co == S->main) return L == S->base ? "running" : "normal"; /* represents every base */
  if (L == co) return "running";
  if (is_awaiting(co)) return "normal";
  switch (lua_status(co)) {
    case LUA_YIELD: return "suspended";
    case LUA_OK:
      if (lua_getstack(co, 0, &frame)) return "normal";
      return lua_gettop(co) == 0 ? "dead" : "suspended";
    default: return "dead";
  }
}

static int begin_coroutine(lua_State *L, lua_State *co, int count) {
  const char *status = coroutine_status(L, co);
  check_alive(L);
  if (*status != 's') {
    lua_pushfstring(L, "cannot resume %s coroutine", *status == 'd' ? "dead" : "non-suspended");
    return RESUME_FAILED;
  }
  if (!lua_checkstack(co, count)) {
    lua_pushliteral(L, "too many arguments to resume");
    return RESUME_FAILED;
  }
  lua_xmove(L, co, count);
  return run_coroutine(L, co, count);
}

/* Continues a wait inside `co` with the host's answer. */
static int continue_coroutine(lua_State *L, lua_State *co) {
  return run_coroutine(L, co, 0);
}

static int finish_resume(lua_State *L, int results) {
  if (results == RESUME_FAILED) {
    lua_pushboolean(L, 0);
    lua_insert(L, -2);
    return 2;
  }
  lua_pushboolean(L, 1);
  lua_insert(L, -(results + 1));
  return results + 1;
}

static int go_on_resume(lua_State *L, int status, lua_KContext context) {
  (void)status;
  int results = continue_coroutine(L, lua_tothread(L, 1));
  if (results == RESUME_AWAITS) return lua_yieldk(L, 0, context, go_on_resume);
  return finish_resume(L, results);
}

static int script_resume(lua_State *L) {
  lua_State *co = check_coroutine(L);
  int results = begin_coroutine(L, co, lua_gettop(L) - 1);
  if (results == RESUME_AWAITS) return lua_yieldk(L, 0, 0, go_on_resume);
  return finish_resume(L, results);
}

static int finish_wrap(lua_State *L, lua_State *co, int results) {
  if (results >= 0) return results;
  int status = lua_status(co);
  if (status != LUA_OK && status != LUA_YIELD) {
    int closed = lua_resetthread(co);
    check_caught(L, closed);
    lua_settop(co, 0);
  }
  if (lua_type(L, -1) == LUA_TSTRING) {
    luaL_where(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

static int go_on_wrap(lua_State *L, int status, lua_KContext context) {
  (void)status;
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  int results = continue_coroutine(L, co);
  if (results == RESUME_AWAITS) return lua_yieldk(L, 0, context, go_on_wrap);
  return finish_wrap(L, co, results);
}

static int wrapped(lua_State *L) {
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  int results = begin_coroutine(L, co, lua_gettop(L));
  if (results == RESUME_AWAITS) return lua_yieldk(L, 0, 0, go_on_wrap);
  return finish_wrap(L, co, results);
}

static int script_create(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_State *co = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  return 1;
}

static int script_wrap(lua_State *L) {
  script_create(L);
  lua_pushcclosure(L, wrapped, 1);
  return 1;
}

bool is_resuming(lua_CFunction function) { return function == script_resume; }

lua_State *find_resumed(lua_State *L) {
  lua_Debug frame;
  lua_State *co = NULL;
  if (!lua_checkstack(L, 2) || !lua_getstack(L, 0, &frame)) return NULL;
  lua_getinfo(L, "f", &frame);
  lua_CFunction function = lua_tocfunction(L, -1);
  if (function == script_resume) {
    if (lua_getlocal(L, &frame, 1) != NULL) {
      co = lua_tothread(L, -1);
      lua_pop(L, 1);
    }
  } else if (function == wrapped && lua_getupvalue(L, -1, 1) != NULL) {
    co = lua_tothread(L, -1);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return co;
}

static int script_yield(lua_State *L) {
  if (L == state_of(L)->base) return luaL_error(L, "attempt to yield from outside a coroutine");
  check_alive(L);
  state_of(L)->yield = YIELD_SCRIPT;
  return lua_yield(L, lua_gettop(L));
}

static int script_status(lua_State *L) {
  lua_pushstring(L, coroutine_status(L, check_coroutine(L)));
  return 1;
}

static int script_isyieldable(lua_State *L) {
  clua_State *S = state_of(L);
  lua_State *co = lua_isthread(L, 1) ? lua_tothread(L, 1) : L;
  lua_pushboolean(L, co != S->base && co != S->main && lua_isyieldable(co));
  return 1;
}

static int script_running(lua_State *L) {
  bool outside = L == state_of(L)->base;
  if (outside) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
  } else {
    lua_pushthread(L);
  }
  lua_pushboolean(L, outside);
  return 2;
}

static int script_close(lua_State *L) {
  lua_State *co = check_coroutine(L);
  const char *status = coroutine_status(L, co);
  check_alive(L);
  if (*status != 'd' && *status != 's') {
    return luaL_error(L, "cannot close a %s coroutine", status);
  }
  int closed = lua_resetthread(co);
  if (closed == LUA_OK) {
    lua_pushboolean(L, 1);
    return 1;
  }
  check_caught(L, closed);
  lua_pushboolean(L, 0);
  lua_xmove(co, L, 1);
  return 2;
}

const luaL_Reg script_coroutines[] = {
  {"create", script_create},   {"resume", script_resume},   {"yield", script_yield},
  {"wrap", script_wrap},       {"status", script_status},   {"isyieldable", script_isyieldable},
  {"running", script_running}, {"close", script_close},     {NULL, NULL}};
