#include "debugging.h"

#include <limits.h>

/*
 * How the debugger handles the events of hooks: whether a script stops at a line, and which events
 * it watches.
 *
 * While breakpoints exist, it watches the calls of a thread. It watches lines only in functions
 * that have a breakpoint, or during a step. Once it has seen such a function, it watches returns as
 * well, since they return into these functions.
 */

enum { WATCH_CALLS = LUA_MASKCALL, WATCH_ALL = LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE };

static void watch(clua_State *S, lua_State *L, int mask) {
  if ((lua_gethookmask(L) & WATCH_ALL) != mask) set_hooks(S, L, mask);
}

/* ---- steps ---- */

int count_calls(lua_State *L) {
  lua_Debug frame;
  int low = 0, high = 1;
  while (lua_getstack(L, high - 1, &frame)) {
    low = high;
    high *= 2;
  }
  while (low + 1 < high) {
    int middle = (low + high) / 2;
    if (lua_getstack(L, middle - 1, &frame)) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

static bool steps_in(const clua_Debugger *D, const lua_State *L) {
  return D->step == CLUA_GO_INTO || (D->step != CLUA_GO_ON && D->step_thread == L);
}

/* The nearest call of a script, with its line; returns its level, or -1. */
static int find_script(lua_State *L, lua_Debug *frame) {
  for (int i = 0; i < MAX_SEEN_FRAMES && lua_getstack(L, i, frame); i++) {
    lua_getinfo(L, "Sl", frame);
    if (is_script(frame)) return i;
  }
  return -1;
}

void begin_step(clua_Debugger *D, lua_State *L, clua_Go how) {
  lua_Debug frame;
  int level = find_script(L, &frame);
  D->step = how;
  D->step_thread = L;
  D->step_line = level < 0 ? 0 : frame.currentline;
  D->step_depth = count_calls(L) - (level < 0 ? 0 : level);
}

/*
 * Compares the running frame with the frame where the step began: 1 deeper, 0 the same, -1 further
 * out.
 */
static int compare_depth(const clua_Debugger *D, lua_State *L) {
  lua_Debug frame;
  if (lua_getstack(L, D->step_depth, &frame)) return 1;
  return D->step_depth == 0 || !lua_getstack(L, D->step_depth - 1, &frame) ? -1 : 0;
}

static bool ends_step(const clua_Debugger *D, lua_State *L, int line) {
  if (!steps_in(D, L)) return false;
  if (L != D->step_thread) return true; /* into another coroutine */
  int depth = compare_depth(D, L);
  bool moved = depth != 0 || line != D->step_line;
  switch (D->step) {
    case CLUA_GO_INTO: return moved;
    case CLUA_GO_OVER: return depth <= 0 && moved;
    default: return depth < 0;
  }
}

/* ---- events ---- */

/* Stops a script at a line, if it has a reason. */
static void see_line(clua_State *S, lua_State *L, const lua_Debug *frame) {
  clua_Debugger *D = S->debugger;
  int line = frame->currentline;
  /* A resumed coroutine reports again the line where it waited. */
  bool again = D->resumed == L && D->resumed_line == line;
  if (D->resumed == L) D->resumed = NULL;
  if (!is_script(frame) || line <= 0 || S->gc_paused) return;
  uint32_t id = again ? 0 : find_breakpoint(D, frame, (uint32_t)line);
  if (id != 0 && stop_script(S, L, CLUA_STOP_BREAKPOINT, frame, id)) return;
  if ((wanted_hooks(S) & WANT_PAUSE) != 0) {
    stop_script(S, L, CLUA_STOP_PAUSE, frame, 0);
  } else if (ends_step(D, L, line)) {
    stop_script(S, L, CLUA_STOP_STEP, frame, 0);
  }
}

static void on_line(clua_State *S, lua_State *L, lua_Debug *frame) {
  clua_Debugger *D = S->debugger;
  lua_getinfo(L, "S", frame);
  see_line(S, L, frame);
  if (S->kill != KILL_NONE) {
    S->hooks.has_raised = true;
    check_alive(L); /* the host's frame is gone */
  }
  if (steps_in(D, L) || has_breakpoints(D, frame)) {
    watch(S, L, WATCH_ALL);
  } else {
    watch(S, L, D->file_count == 0 ? 0 : WATCH_ALL & ~LUA_MASKLINE);
  }
}

static void on_call(clua_State *S, lua_State *L, lua_Debug *frame) {
  clua_Debugger *D = S->debugger;
  if (steps_in(D, L)) {
    bool replaced = frame->event == LUA_HOOKTAILCALL && D->step == CLUA_GO_OVER;
    if (replaced && compare_depth(D, L) == 0) D->step = CLUA_GO_OUT;
    watch(S, L, WATCH_ALL);
    return;
  }
  lua_getinfo(L, "S", frame);
  if (*frame->what == 'C') return;
  if (has_breakpoints(D, frame)) {
    watch(S, L, WATCH_ALL);
  } else if (D->file_count == 0) {
    watch(S, L, 0);
  } else if ((lua_gethookmask(L) & LUA_MASKLINE) != 0) {
    watch(S, L, WATCH_ALL & ~LUA_MASKLINE);
  }
}

static void on_return(clua_State *S, lua_State *L) {
  clua_Debugger *D = S->debugger;
  lua_Debug caller;
  if (steps_in(D, L)) {
    if (D->step == CLUA_GO_OVER && compare_depth(D, L) == 0) D->step = CLUA_GO_OUT;
    return;
  }
  if ((lua_gethookmask(L) & LUA_MASKLINE) != 0 || !lua_getstack(L, 1, &caller)) return;
  lua_getinfo(L, "S", &caller);
  if (has_breakpoints(D, &caller)) watch(S, L, WATCH_ALL);
}

void debug_event(clua_State *S, lua_State *L, lua_Debug *frame) {
  S->debugger->event_count++;
  if (S->debugger->is_asking || S->kill != KILL_NONE) return;
  switch (frame->event) {
    case LUA_HOOKLINE: on_line(S, L, frame); break;
    case LUA_HOOKRET: on_return(S, L); break;
    default: on_call(S, L, frame); break;
  }
}

/* ---- coroutines ---- */

int debug_enter(clua_State *S, lua_State *L) {
  clua_Debugger *D = S->debugger;
  lua_Debug frame;
  if (D->is_asking) return 0;
  bool is_fresh = lua_status(L) == LUA_OK && !lua_getstack(L, 0, &frame);
  if (L == S->base && (is_fresh || lua_status(L) == LUA_YIELD)) {
    forget_shown(S);
    D->is_told = false;
  }
  if (is_fresh) {
    if (D->step_thread == L) D->step_thread = NULL; /* that one has ended */
    if (D->resumed == L) D->resumed = NULL;
  } else if (find_script(L, &frame) >= 0) {
    D->resumed = L;
    D->resumed_line = frame.currentline;
  }
  if (steps_in(D, L)) return WATCH_ALL;
  if (D->file_count == 0) return 0;
  return is_fresh ? WATCH_CALLS : WATCH_ALL; /* the first line shows whether that is necessary */
}

/* Returns whether a script catches the error of the coroutine that returned. */
static bool is_caught(const clua_State *S) {
  lua_Debug frame;
  int nested = 0;
  for (lua_State *L = S->base; L != NULL && nested < MAX_NESTED; L = find_resumed(L), nested++) {
    if (!lua_checkstack(L, 1)) return true;
    for (int i = 0; i < MAX_PROTECTED_FRAMES && lua_getstack(L, i, &frame); i++) {
      lua_getinfo(L, "f", &frame);
      lua_CFunction function = lua_tocfunction(L, -1);
      lua_pop(L, 1);
      if (function != NULL && (is_protecting(function) || is_resuming(function))) return true;
    }
  }
  return false;
}

/* Stops at an error that has ended a script: its stack is still intact. */
static void see_error(clua_State *S, lua_State *L, bool is_end) {
  clua_Debugger *D = S->debugger;
  lua_Debug frame;
  bool is_told = D->is_told;
  if (is_end) D->is_told = false;
  if (is_told || S->kill == KILL_CANCELLED || (!is_end && S->kill != KILL_NONE)) return;
  if (!D->stops_uncaught && !D->stops_raised) return;
  bool is_uncaught = is_end || !is_caught(S);
  if (!is_uncaught && !D->stops_raised) return;
  if (!is_end && is_uncaught) D->is_told = true;
  bool is_placed = find_script(L, &frame) >= 0;
  stop_script(
    S, L, is_uncaught ? CLUA_STOP_UNCAUGHT : CLUA_STOP_RAISED, is_placed ? &frame : NULL, 0);
}

void debug_leave(clua_State *S, lua_State *L, lua_State *outer, int status) {
  clua_Debugger *D = S->debugger;
  if (D->is_asking) return;
  if (status > LUA_YIELD && !S->gc_paused) see_error(S, L, outer == NULL);
  if (D->step == CLUA_GO_ON) return;
  if (status == LUA_YIELD) {
    /* A step does not enter other scripts that run while this one waits. */
    if (outer == NULL && D->step == CLUA_GO_INTO && S->yield == YIELD_AWAIT) {
      begin_step(D, S->asker, CLUA_GO_OVER);
    }
  } else if (D->step_thread == L) {
    D->step_thread = outer;
    if (D->step == CLUA_GO_INTO) return;
    D->step = outer == NULL ? CLUA_GO_ON : CLUA_GO_OUT;
    D->step_depth = INT_MAX; /* any line of the coroutine that resumed it */
  }
}

void debug_raised(clua_State *S, lua_State *L) {
  clua_Debugger *D = S->debugger;
  lua_Debug frame;
  if (D->is_asking || !D->stops_raised || S->gc_paused) return;
  bool is_placed = find_script(L, &frame) >= 0;
  stop_script(S, L, CLUA_STOP_RAISED, is_placed ? &frame : NULL, 0);
}
