#include "../calls/run.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* One state: made, guarded, closed. */

const char *clua_release(void) { return LUA_RELEASE; }

static int panic(lua_State *L) {
  clua_State *S = state_of(L);
  S->poisoned = true;
  if (S->guard != NULL) GUARD_GO(*S->guard); /* only C frames lie between */
  return 0;
}

clua_Status clua_enter(clua_State *S, clua_Body body, void *argument) {
  clua_Status status;
  CLUA_GUARDED(S, status, body(S, argument));
  return status;
}

int clua_protect(lua_State *L, lua_CFunction body, void *argument) {
  if (!lua_checkstack(L, 4)) return -1; /* nothing was pushed */
  lua_pushcfunction(L, body);
  lua_pushlightuserdata(L, argument);
  return lua_pcall(L, 1, 0, 0);
}

clua_Status clua_build(clua_State *S, lua_CFunction body, void *argument) {
  lua_State *L = working_thread(S);
  bool building = S->account.building;
  S->account.building = true;
  if (S->running == NULL) forget_refusals(S);
  int status = clua_protect(L, body, argument);
  S->account.building = building;
  if (status == LUA_OK) return CLUA_OK;
  if (status == -1) {
    S->output.length = 0;
    return CLUA_FAILED;
  }
  describe_failure(S, L, status);
  return CLUA_FAILED;
}

/* ---- making one ---- */

static int error_tostring(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_pushliteral(L, "message");
  lua_rawget(L, 1);
  lua_pushliteral(L, "file");
  lua_rawget(L, 1);
  lua_pushliteral(L, "line");
  lua_rawget(L, 1);
  const char *message = lua_tostring(L, 2);
  if (message == NULL) message = "error";
  if (lua_type(L, 3) == LUA_TSTRING && lua_isinteger(L, 4)) {
    lua_pushfstring(L, "%s:%I: %s", lua_tostring(L, 3), lua_tointeger(L, 4), message);
  } else {
    lua_pushstring(L, message);
  }
  return 1;
}

/* `"failed: " .. problem` reads as with its text. */
static int error_concat(lua_State *L) {
  push_display(L, 1);
  push_display(L, 2);
  lua_concat(L, 2);
  return 1;
}

static void make_error_metatable(lua_State *L) {
  lua_createtable(L, 0, 3);
  lua_pushcfunction(L, error_tostring);
  lua_setfield(L, -2, "__tostring");
  lua_pushcfunction(L, error_concat);
  wrap_concat(L);
  lua_setfield(L, -2, "__concat");
  lua_pushliteral(L, "error");
  lua_setfield(L, -2, "__name");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
}

/* Keeps the texts alive that Lua itself pushes when there may be no memory. */
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
  make_template(L);
  S->registered.template = keep(L);
  S->registered.print = LUA_NOREF;
  return 0;
}

static clua_Status set_up_body(clua_State *S, void *argument) {
  (void)argument;
  return clua_protect(S->main, set_up, NULL) == LUA_OK ? CLUA_OK : CLUA_FAILED;
}

static void free_state(clua_State *S) {
  remove_from_watchdog(S);
  free_coverage(S);
  free_pages(&S->blocks);
  free(S->output.bytes);
  free(S->arguments.bytes);
  free(S->threads);
  free(S->idle);
  free(S->classes);
  free(S->slot_gaps);
  free(S->fresh);
  free(S->dead);
  free(S);
}

clua_State *clua_open(const clua_Limits *limits, clua_HostFunction host, void *context) {
  clua_State *S = calloc(1, sizeof *S);
  if (S == NULL) return NULL;
  S->account.limits = *limits;
  clua_limit_memory(S, limits->memory);
  S->host = host;
  S->context = context;
  S->main = lua_newstate(clua_allocate, S);
  if (S->main == NULL) {
    free_state(S);
    return NULL;
  }
  *(clua_State **)lua_getextraspace(S->main) = S;
  begin_budget(S);
  lua_atpanic(S->main, panic);
  if (clua_enter(S, set_up_body, NULL) == CLUA_OK) return S;
  clua_close(S);
  return NULL;
}

static clua_Status close_body(clua_State *S, void *argument) {
  (void)argument;
  lua_close(S->main);
  return CLUA_OK;
}

/* Poisoned states: noted, so that a leak checker sees that they are given up on purpose. */
static _Atomic(clua_State *) given_up;

void clua_close(clua_State *S) {
  if (S->base != NULL) return;
  if (S->poisoned) {
    remove_from_watchdog(S);
    S->next_given_up = atomic_exchange(&given_up, S);
    return;
  }
  if (clua_enter(S, close_body, NULL) == CLUA_OK) free_state(S);
}

bool clua_is_poisoned(const clua_State *S) { return S->poisoned; }

bool clua_is_running(const clua_State *S) { return S->base != NULL; }

clua_Bytes clua_output(const clua_State *S) {
  clua_Bytes bytes = {S->output.bytes, S->output.length};
  return bytes;
}

static clua_Status collect_body(clua_State *S, void *argument) {
  (void)argument;
  lua_gc(S->main, LUA_GCCOLLECT);
  return CLUA_OK;
}

clua_Status clua_collect(clua_State *S) {
  if (S->base != NULL) return CLUA_BUSY;
  return clua_enter(S, collect_body, NULL);
}

/* A step of less than nothing is how Lua is told what may be allocated until the next one. */
void clua_delay_collector(clua_State *S, size_t bytes) {
  if (S->base == NULL && !S->poisoned) lua_gc(S->main, LUA_GCSTEP, -(int)(bytes >> 10));
}

clua_Status clua_collect_running(clua_State *S) {
  if (S->running == NULL || S->poisoned || S->gc_paused) return CLUA_BUSY;
  lua_gc(S->running, LUA_GCCOLLECT);
  return CLUA_OK;
}

static clua_Status panic_body(clua_State *S, void *argument) {
  (void)argument;
  lua_pushliteral(S->main, "provoked");
  lua_error(S->main);
  return CLUA_OK;
}

clua_Status clua_provoke_panic(clua_State *S) {
  if (S->base != NULL) return CLUA_BUSY;
  return clua_enter(S, panic_body, NULL);
}
