#ifndef CLUA_CALLS_H
#define CLUA_CALLS_H

/* Calls from the host to scripts, and from scripts to the host. */

#include "../sandbox/sandbox.h"

static inline void forget_stop(clua_State *S) {
  S->stopped.count = 0;
  S->stopped.is_certain = false;
}

/* Prepares for running a script. */
static inline void begin_entry(clua_State *S, bool may_suspend) {
  if ((S->kill | S->stopped.count | S->account.refused | S->account.lost) != 0) {
    S->kill = KILL_NONE;
    forget_stop(S);
    forget_refusals(S);
  }
  S->may_suspend = may_suspend;
}

/* Makes a thread ready. Returns its place, or -1 after describing the failure. */
int64_t make_thread_ready(clua_State *S);

/* Returns the place of a ready thread, or -1 after describing the failure. */
static inline int64_t take_thread(clua_State *S) {
  if (S->idle_count > 0) {
    uint32_t place = S->idle[S->idle_count - 1];
    if (S->threads[place].L != NULL) {
      S->idle_count--;
      return place;
    }
  }
  return make_thread_ready(S);
}

/* Returns the thread that was taken last, unused: its place is still in the list. */
static inline void return_thread(clua_State *S) { S->idle_count++; }

/* Returns an ended thread to the pool, with a reset if it ended with an error. */
void give_back(clua_State *S, uint32_t place, bool reset);

/* Returns to the pool a thread that has ended without an error and holds nothing. */
CLUA_INLINE void give_back_empty(clua_State *S, uint32_t place) {
  if (S->idle_count >= MAX_IDLE_THREADS) {
    give_back(S, place, false);
    return;
  }
  clua_Thread *thread = &S->threads[place];
  thread->serial++;
  thread->suspended = thread->was_resumed = false;
  thread->spent = 0;
  S->idle[S->idle_count++] = place;
}

/*
 * Resumes a thread with `count` values until it ends or waits; then sets `count` to the number of
 * results.
 */
CLUA_INLINE int resume_thread(clua_State *S, lua_State *T, int *count) {
  int status;
  S->base = T;
  S->stack_base = (uintptr_t)__builtin_frame_address(0);
  bool is_hooked = wanted_hooks(S) != 0;
  if (is_hooked) enter_hooked(S, T);
  begin_run(S);
  do {
    status = lua_resume(T, NULL, *count, count);
  } while (status == LUA_YIELD && S->yield == YIELD_BOUNCE);
  if (is_hooked) leave_hooked(S, T, NULL, status);
  end_run(S);
  S->base = NULL;
  if (status > LUA_YIELD) {
    S->account.building = false; /* may still be set after an error */
    if (S->gc_paused) resume_collector(T, S);
  }
  return status;
}

/* Handles a thread that has yielded to a script, or has failed. */
clua_Status end_failed(clua_State *S, uint32_t place, int status);

/* Handles a thread that waits or has failed. */
CLUA_INLINE clua_Status end_unfinished(
  clua_State *S, uint32_t place, int status, clua_Decision *decision
) {
  if (status != LUA_YIELD || S->yield != YIELD_AWAIT) return end_failed(S, place, status);
  clua_Thread *thread = &S->threads[place];
  thread->suspended = true;
  thread->asker = S->asker;
  S->yield = YIELD_SCRIPT; /* the wait has been recognised */
  if (is_charged(S)) charge_run(S, thread);
  decision->handle = (uint64_t)thread->serial << 32 | place;
  decision->has_dead = S->dead_count > 0;
  decision->awaited = S->awaited;
  decision->text.bytes = S->arguments.bytes;
  decision->text.length = S->arguments.length;
  return CLUA_SUSPENDED;
}

/* The coroutine with the call that a task waits for, or NULL. */
lua_State *find_asker(const clua_State *S, uint64_t task);

/* ---- names.c ---- */

/*
 * Removes the names of local variables from the output of lua_dump, in place. Returns its new
 * length, or 0 if it is damaged.
 */
size_t drop_names(uint8_t *bytes, size_t length);

/* ---- host.c ---- */

typedef struct clua_Box {
  uint64_t handle;
  uint32_t depth;
  uint8_t suspends;
} clua_Box;

int trampoline(lua_State *L);
void make_box_metatable(lua_State *L);

#endif
