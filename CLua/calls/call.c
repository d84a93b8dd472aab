#include "calls.h"

#include <stdlib.h>

/*
 * Running scripts. A function runs on a pooled coroutine through lua_resume, which protects it at
 * the cost of a protected call, and lets a host function suspend it.
 */

/* ---- pooled threads ---- */

static int make_thread(lua_State *L) {
  clua_Thread *thread = lua_touserdata(L, 1);
  thread->L = lua_newthread(L);
  thread->anchor = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

static bool grow_threads(clua_State *S) {
  uint32_t capacity = S->thread_capacity == 0 ? 8 : S->thread_capacity * 2;
  clua_Thread *threads = realloc(S->threads, capacity * sizeof *threads);
  if (threads == NULL) return false;
  S->threads = threads;
  uint32_t *idle = realloc(S->idle, capacity * sizeof *idle);
  if (idle == NULL) return false;
  S->idle = idle;
  S->thread_capacity = capacity;
  return true;
}

int64_t make_thread_ready(clua_State *S) {
  if (S->idle_count == 0) {
    if (S->thread_count == S->thread_capacity && !grow_threads(S)) {
      S->output.length = 0;
      return -1;
    }
    clua_Thread fresh = {0};
    S->threads[S->thread_count++] = fresh;
    S->idle[S->idle_count++] = S->thread_count - 1;
  }
  uint32_t place = S->idle[S->idle_count - 1];
  clua_Thread thread = S->threads[place];
  if (clua_build(S, make_thread, &thread) != CLUA_OK) return -1;
  S->threads[place] = thread;
  S->idle_count--;
  return place;
}

/*
 * Returns an ended thread to the pool, which uses the most recent one first. A thread that a hook
 * has stopped is not used again: Lua leaves hooks off there.
 */
void give_back(clua_State *S, uint32_t place, bool reset) {
  clua_Thread *thread = &S->threads[place];
  thread->serial++;
  thread->suspended = false;
  thread->was_resumed = false;
  thread->spent = 0;
  thread->left_at = 0;
  if (reset) {
    S->base = thread->L;
    S->may_suspend = false;
    lua_resetthread(thread->L);
    S->base = NULL;
    thread = &S->threads[place];
  }
  lua_settop(thread->L, 0);
  bool is_spoilt = reset && (S->kill == KILL_TIME || S->hooks.has_raised);
  S->hooks.has_raised = false;
  if (S->idle_count >= MAX_IDLE_THREADS || is_spoilt) {
    luaL_unref(S->main, LUA_REGISTRYINDEX, thread->anchor);
    thread->L = NULL;
    /* An empty place moves to the bottom, so that ready threads are used first. */
    S->idle[S->idle_count++] = S->idle[0];
    S->idle[0] = place;
    return;
  }
  S->idle[S->idle_count++] = place;
}

/* ---- one run ---- */

typedef struct Run {
  int32_t function;
  clua_Bytes arguments;
  bool may_suspend;
  clua_Decision *decision;
} Run;

static int encode_results(lua_State *L) {
  clua_State *S = state_of(L);
  S->output.length = 0;
  encode_list(L, &S->output, 1, lua_gettop(L), S->account.limits.value_depth + 1);
  encode_done(S);
  return 0;
}

/* Encodes the results, the only values on a finished thread. */
static int take_results(clua_State *S, lua_State *T, int count) {
  if (!lua_checkstack(T, 4)) {
    lua_settop(T, 0);
    lua_pushnil(T);
    return LUA_ERRMEM;
  }
  lua_pushcfunction(T, encode_results);
  lua_insert(T, 1);
  S->account.building = true;
  int status = lua_pcall(T, count, 0, 0);
  S->account.building = false;
  return status;
}

static int fail_yield(lua_State *T) {
  lua_settop(T, 0);
  lua_pushnil(T);
  return LUA_ERRRUN;
}

/*
 * Releases the arguments of a call that would have waited, but was stopped on its way out of Lua.
 */
static void drop_arguments(clua_State *S) {
  bool unread = S->yield == YIELD_AWAIT && S->awaited != CLUA_NO_HANDLE
                && S->arguments.length < CLUA_LONG_LIST;
  S->yield = YIELD_SCRIPT;
  if (!unread || S->arguments.length == 0) return;
  clua_Bytes values = {S->arguments.bytes + 4, S->arguments.length - 4};
  drop_values(S->main, values);
}

clua_Status end_failed(clua_State *S, uint32_t place, int status) {
  lua_State *T = S->threads[place].L;
  drop_arguments(S);
  if (status == LUA_YIELD) status = fail_yield(T);
  describe_failure(S, T, status);
  give_back(S, place, true);
  return CLUA_FAILED;
}

/* Resumes the thread until it ends or waits. */
CLUA_INLINE clua_Status drive(
  clua_State *S, uint32_t place, int count, clua_Decision *decision
) {
  lua_State *T = S->threads[place].L;
  int status = resume_thread(S, T, &count);
  if (status == LUA_OK) {
    S->output.length = 0; /* no results: an empty buffer */
    if (count > 0) status = take_results(S, T, count);
    if (status == LUA_OK) {
      give_back_empty(S, place);
      return count == 0 && S->dead_count == 0 ? CLUA_NOTHING : CLUA_OK;
    }
  }
  return end_unfinished(S, place, status, decision);
}

static int decode_arguments(lua_State *L) {
  const clua_Bytes *bytes = lua_touserdata(L, 1);
  lua_settop(L, 0);
  return decode_list(L, *bytes);
}

static clua_Status start_body(clua_State *S, void *argument) {
  Run *run = argument;
  if (S->base != NULL) return CLUA_BUSY;
  begin_entry(S, run->may_suspend);
  int64_t place = take_thread(S);
  if (place < 0) return CLUA_FAILED;
  lua_State *T = S->threads[place].L;
  lua_rawgeti(T, LUA_REGISTRYINDEX, run->function);
  int count = 0;
  if (run->arguments.length > 4) {
    lua_pushcfunction(T, decode_arguments);
    lua_pushlightuserdata(T, &run->arguments);
    S->account.building = true;
    int status = lua_pcall(T, 1, LUA_MULTRET, 0);
    S->account.building = false;
    if (status != LUA_OK) {
      describe_failure(S, T, status);
      give_back(S, (uint32_t)place, false);
      return CLUA_FAILED;
    }
    count = lua_gettop(T) - 1;
  }
  if (!has_shared_budget(S)) return drive(S, (uint32_t)place, count, run->decision);
  bound_run(S, 0, true);
  clua_Status status = drive(S, (uint32_t)place, count, run->decision);
  take_charge(S);
  return status;
}

clua_Status clua_start(
  clua_State *S, int32_t function, clua_Bytes arguments, bool may_suspend, clua_Decision *decision
) {
  Run run = {function, arguments, may_suspend, decision};
  return clua_enter(S, start_body, &run);
}

/* ---- suspended calls ---- */

static bool find_task(const clua_State *S, uint64_t task, uint32_t *place) {
  *place = (uint32_t)task;
  if (*place >= S->thread_count) return false;
  const clua_Thread *thread = &S->threads[*place];
  return thread->suspended && thread->serial == (uint32_t)(task >> 32);
}

CLUA_INLINE clua_Status resume_task(clua_State *S, uint32_t place, clua_Decision *decision) {
  clua_Thread *thread = &S->threads[place];
  begin_entry(S, true);
  thread->suspended = false;
  if (thread->spent != 0 || thread->was_resumed || has_shared_budget(S)) {
    bound_run(S, thread->spent, thread->was_resumed);
  }
  thread->left_at = 0;
  thread->was_resumed = true;
  clua_Status status = drive(S, place, 0, decision);
  if (status != CLUA_SUSPENDED && is_charged(S)) take_charge(S);
  return status;
}

clua_Status clua_resume(
  clua_State *S, uint64_t task, clua_Answer answer, clua_Bytes reply, clua_Decision *decision
) {
  clua_Status status;
  uint32_t place;
  if (S->base != NULL) return CLUA_BUSY;
  if (!find_task(S, task, &place)) return CLUA_UNKNOWN;
  S->answer = answer;
  S->reply = reply;
  CLUA_GUARDED(S, status, resume_task(S, place, decision));
  return status;
}

void clua_charge(clua_State *S, uint64_t task) {
  uint32_t place;
  if (!find_task(S, task, &place)) return;
  clua_Thread *thread = &S->threads[place];
  uint64_t now = thread_time();
  if (thread->left_at == 0 || now < thread->left_at) return;
  thread->spent += now - thread->left_at;
  thread->left_at = now;
}

lua_State *find_asker(const clua_State *S, uint64_t task) {
  uint32_t place;
  return find_task(S, task, &place) ? S->threads[place].asker : NULL;
}

static clua_Status cancel_body(clua_State *S, void *argument) {
  uint32_t place;
  if (S->base != NULL) return CLUA_BUSY;
  if (!find_task(S, *(uint64_t *)argument, &place)) return CLUA_UNKNOWN;
  S->kill = KILL_CANCELLED;
  give_back(S, place, true);
  S->kill = KILL_NONE;
  return CLUA_OK;
}

clua_Status clua_cancel(clua_State *S, uint64_t task) {
  return clua_enter(S, cancel_body, &task);
}
