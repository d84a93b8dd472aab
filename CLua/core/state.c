#include "core.h"

#include <stdatomic.h>
#include <stdlib.h>

/* Opening, guarding and closing one state. */

const char *clua_release(void) { return LUA_RELEASE; }

static int panic(lua_State *L) {
  clua_State *S = state_of(L);
  S->poisoned = true;
  if (S->guard != NULL) GUARD_GO(*S->guard); /* only C frames are skipped */
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

/* ---- making one ---- */

static void free_state(clua_State *S) {
  remove_from_watchdog(S);
  if (S->coverage != NULL) S->free_coverage(S);
  if (S->debugger != NULL) S->free_debugger(S);
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

static clua_Status set_up_body(clua_State *S, void *argument) {
  lua_CFunction set_up = *(lua_CFunction *)argument;
  return clua_protect(S->main, set_up, NULL) == LUA_OK ? CLUA_OK : CLUA_FAILED;
}

clua_State *open_state(
  const clua_Limits *limits, clua_HostFunction host, void *context, lua_CFunction set_up
) {
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
  if (clua_enter(S, set_up_body, &set_up) == CLUA_OK) return S;
  clua_close(S);
  return NULL;
}

static clua_Status close_body(clua_State *S, void *argument) {
  (void)argument;
  lua_close(S->main);
  return CLUA_OK;
}

/* The poisoned states, so that a leak checker sees that they are leaked on purpose. */
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

/* A negative step sets how much Lua may allocate until the next one. */
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
