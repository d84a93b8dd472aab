#include "core.h"

/*
 * The hooks of Lua threads. A thread has one, and three parts use it: the budget where no watchdog
 * runs, the counts of lines, and the debugger. One function is the hook for all of them. The mask
 * of a thread is set whenever it starts to run. This also covers suspended threads and threads that
 * were created long before. Without a user of the hook, it costs one comparison, and a hook without
 * users removes itself.
 */

enum { HOOK_COUNT = 1000 };

/* Stops a script that has been killed, where instructions are counted. */
static void count(clua_State *S, lua_State *L) {
  if (checks_time(S)) check_time(S);
  if (S->kill != KILL_NONE) {
    S->hooks.has_raised = true;
    check_alive(L);
  }
  /*
   * Left over from a run that ended before the hook fired, or set for a pause without a watchdog.
   */
  bool is_paused = (wanted_hooks(S) & WANT_PAUSE) != 0;
  if (!checks_time(S) || is_paused) set_hooks(S, L, lua_gethookmask(L) & ~LUA_MASKCOUNT);
}

static void hook(lua_State *L, lua_Debug *frame) {
  clua_State *S = state_of(L);
  if (frame->event == LUA_HOOKCOUNT) {
    count(S, L);
    return;
  }
  uint32_t wanted = wanted_hooks(S);
  bool counts = (wanted & WANT_LINES) != 0;
  if (counts && frame->event == LUA_HOOKLINE) S->hooks.count_line(L, frame);
  if ((wanted & WANT_DEBUGGER) != 0) {
    S->hooks.debug(S, L, frame);
  } else if (!counts) {
    set_hooks(S, L, 0);
  }
}

/* A signal may set the hook between any two steps of this loop; the loop then sets it again. */
void set_hooks(clua_State *S, lua_State *L, int mask) {
  for (;;) {
    bool is_killed = S->kill != KILL_NONE;
    if (is_killed || checks_time(S)) mask |= LUA_MASKCOUNT;
    if ((wanted_hooks(S) & (WANT_PAUSE | WANT_LINES)) != 0) mask |= LUA_MASKLINE;
    lua_sethook(L, mask == 0 ? NULL : hook, mask, is_killed ? 1 : HOOK_COUNT);
    bool is_missed = S->kill != KILL_NONE && !is_killed;
    bool is_paused = (wanted_hooks(S) & WANT_PAUSE) != 0 && (mask & LUA_MASKLINE) == 0;
    if (!is_missed && !is_paused) return;
  }
}

void interrupt_run(clua_State *S) {
  lua_State *L = S->current != NULL ? S->current : S->base != NULL ? S->base : S->main;
  int mask = lua_gethook(L) == hook ? lua_gethookmask(L) : 0;
  if (S->kill != KILL_NONE) {
    lua_sethook(L, hook, mask | LUA_MASKCOUNT, 1);
  } else if ((wanted_hooks(S) & WANT_PAUSE) != 0) {
    lua_sethook(L, hook, mask | LUA_MASKLINE, HOOK_COUNT);
  }
}

void enter_hooked(clua_State *S, lua_State *L) {
  uint32_t wanted = wanted_hooks(S);
  int mask = (wanted & WANT_DEBUGGER) != 0 ? S->hooks.enter(S, L) : 0;
  if ((wanted & WANT_LINES) != 0) mask |= LUA_MASKLINE;
  if ((wanted & WANT_PAUSE) != 0) mask |= LUA_MASKLINE;
  if (checks_time(S)) mask |= LUA_MASKCOUNT;
  if (lua_gethookmask(L) != mask || (mask != 0 && lua_gethook(L) != hook)) set_hooks(S, L, mask);
}

void leave_hooked(clua_State *S, lua_State *L, lua_State *outer, int status) {
  if ((wanted_hooks(S) & WANT_DEBUGGER) == 0) return;
  S->hooks.leave(S, L, outer, status);
  if (outer != NULL) enter_hooked(S, outer);
}

void tell_raised(lua_State *L) {
  clua_State *S = state_of(L);
  if (!shows_raised(S) || S->kill != KILL_NONE || was_refused(S)) return;
  S->hooks.raised(S, L); /* a kill is raised outside the pcall */
}

void want_hooks(clua_State *S, clua_Want what) {
  atomic_fetch_or_explicit(&S->hooks.wanted, what, memory_order_relaxed);
  if (what == WANT_BUDGET || what == WANT_LINES) {
    int mask = lua_gethookmask(S->main) | (what == WANT_BUDGET ? LUA_MASKCOUNT : LUA_MASKLINE);
    set_hooks(S, S->main, mask); /* which runs few scripts, and is never resumed */
  }
}

void drop_hooks(clua_State *S, clua_Want what) {
  atomic_fetch_and_explicit(&S->hooks.wanted, ~(uint32_t)what, memory_order_relaxed);
}
