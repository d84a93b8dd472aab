#ifndef CLUA_CORE_H
#define CLUA_CORE_H

/* The state, its memory, its time, its errors. Knows no library. */

#include "state.h"

#include <string.h>

/* ---- state.c ---- */

/* Every thread carries the state beside it; the lowest bit marks one that waits inside an await. */
static inline clua_State *state_of(lua_State *L) {
  return (clua_State *)(*(uintptr_t *)lua_getextraspace(L) & ~(uintptr_t)1);
}
static inline bool is_awaiting(lua_State *L) { return *(uintptr_t *)lua_getextraspace(L) & 1; }
static inline void set_awaiting(lua_State *L, bool awaiting) {
  uintptr_t *space = lua_getextraspace(L);
  *space = awaiting ? *space | 1 : *space & ~(uintptr_t)1;
}

/* The thread to work on: the running one inside a host function, else the main one. */
static inline lua_State *working_thread(clua_State *S) {
  return S->running != NULL ? S->running : S->main;
}

/* For the few functions that every crossing is made of. */
#define CLUA_INLINE static inline __attribute__((always_inline))

/*
 * Lets `status` be what `body` answers, under the panic guard. For the calls that count; the others
 * use clua_enter.
 */
#define CLUA_GUARDED(S, status, body)                      \
  do {                                                     \
    clua_Guard guard;                                      \
    clua_Guard *outer = (S)->guard;                        \
    if ((S)->poisoned || GUARD_SET(guard) != 0) {          \
      (S)->guard = outer;                                  \
      status = CLUA_POISONED;                              \
      break;                                               \
    }                                                      \
    (S)->guard = &guard;                                   \
    status = (body);                                       \
    (S)->guard = outer;                                    \
  } while (0)

typedef clua_Status (*clua_Body)(clua_State *S, void *argument);

/* Runs the body under the panic guard. */
clua_Status clua_enter(clua_State *S, clua_Body body, void *argument);

/* Opens a state that `set_up` gives what it needs. Answers NULL where there is no memory. */
clua_State *open_state(
  const clua_Limits *limits, clua_HostFunction host, void *context, lua_CFunction set_up);

/*
 * Calls `body` with `argument` as a light userdata, protected. Answers a Lua status; on failure
 * the error value is on top of the stack.
 */
int clua_protect(lua_State *L, lua_CFunction body, void *argument);

/* Answers whether Lua was refused memory and did without: the error that follows is due to it. */
static inline bool was_refused(const clua_State *S) {
  return S->account.refused != 0 || S->account.lost;
}
static inline void forget_refusals(clua_State *S) {
  S->account.refused = 0;
  S->account.lost = false;
}

/* ---- allocator.c ---- */

void free_pages(clua_Blocks *blocks);
void *clua_allocate(void *context, void *block, size_t old_size, size_t new_size);

/* ---- buffer.c ---- */

/* All answer false when there is no memory. */
bool buffer_grow(clua_Buffer *buffer, size_t more);
static inline bool buffer_reserve(clua_Buffer *buffer, size_t more) {
  return more <= buffer->capacity - buffer->length || buffer_grow(buffer, more);
}
static inline bool buffer_put(clua_Buffer *buffer, const void *bytes, size_t length) {
  if (!buffer_reserve(buffer, length)) return false;
  if (length > 0) memcpy(buffer->bytes + buffer->length, bytes, length);
  buffer->length += length;
  return true;
}
static inline bool buffer_put_byte(clua_Buffer *buffer, uint8_t byte) {
  return buffer_put(buffer, &byte, sizeof byte);
}
static inline bool buffer_put_u32(clua_Buffer *buffer, uint32_t value) {
  return buffer_put(buffer, &value, sizeof value);
}
static inline bool buffer_put_u64(clua_Buffer *buffer, uint64_t value) {
  return buffer_put(buffer, &value, sizeof value);
}
static inline bool buffer_put_string(clua_Buffer *buffer, const char *bytes, size_t length) {
  return buffer_reserve(buffer, 1 + sizeof(uint32_t) + length)
         && buffer_put_byte(buffer, CLUA_STRING) && buffer_put_u32(buffer, (uint32_t)length)
         && buffer_put(buffer, bytes, length);
}
static inline bool buffer_put_integer(clua_Buffer *buffer, int64_t value) {
  return buffer_put_byte(buffer, CLUA_INTEGER) && buffer_put_u64(buffer, (uint64_t)value);
}
void buffer_patch_u32(clua_Buffer *buffer, size_t offset, uint32_t value);

/* ---- watchdog.c ---- */

enum { UNKNOWN_THREAD = UINT64_MAX, NO_SHARED_BUDGET = UINT64_MAX };

/* 0 until the thread has run a script. */
extern _Thread_local uint64_t clua_thread_number __attribute__((tls_model("initial-exec")));

/* Has the watchdog look after a state; answers false where there is none. */
bool add_to_watchdog(clua_State *S);
void remove_from_watchdog(clua_State *S);
/* Nanoseconds that the watchdog has been awake, as of its last look. */
uint64_t watchdog_time(void);
/* Tells the watchdog on which thread the state runs now. */
void join_watchdog(clua_State *S);
/* Ends a run that the watchdog has noticed. */
void leave_watchdog(clua_State *S);

/* Keeps the watchdog from looking at any state meanwhile. */
void lock_watchdog(void);
void unlock_watchdog(void);

/* ---- hooks.c ---- */

/* The only place that sets hooks. Lua has one for each thread, and several want it. */

static inline uint32_t wanted_hooks(const clua_State *S) {
  return atomic_load_explicit(&S->hooks.wanted, memory_order_relaxed);
}
void want_hooks(clua_State *S, clua_Want what);
void drop_hooks(clua_State *S, clua_Want what);

/* Sets the hook of a thread for the events of a mask, and for what has to be found out at once. */
void set_hooks(clua_State *S, lua_State *L, int mask);
/* Gives a thread that is about to run the hook that is wanted; to be called if any is. */
void enter_hooked(clua_State *S, lua_State *L);
/* Tells that a thread has come back to another one, or to the host; the same. */
void leave_hooked(clua_State *S, lua_State *L, lua_State *outer, int status);
/* Whether the debugger stops at errors that a script catches. */
static inline bool shows_raised(const clua_State *S) {
  return (wanted_hooks(S) & WANT_RAISED) != 0;
}
/* Tells it of one; the error value is on top, in a message handler. */
void tell_raised(lua_State *L);
/* Has the script that runs now look whether it is killed or paused; may be called by a signal. */
void interrupt_run(clua_State *S);

/* ---- budget.c ---- */

uint64_t thread_time(void);
void begin_budget(clua_State *S);
/* Stops the script that runs now. May be called by a signal handler. */
void stop_run(clua_State *S);
void look_closer(clua_State *S);
/* Kills the script if its time is over, where no watchdog does. */
void check_time(clua_State *S);
/* Whether that is so. */
static inline bool checks_time(const clua_State *S) {
  return S->watchdog.is_hooked || S->watchdog.deadline != 0;
}
/* Between these two, what the thread computes is not the script's. */
void hold_run(clua_State *S);
void release_run(clua_State *S);

static inline uint64_t load_epoch(const clua_State *S) {
  return atomic_load_explicit(&S->watchdog.epoch, memory_order_relaxed);
}
static inline void next_epoch(clua_State *S) {
  atomic_store_explicit(&S->watchdog.epoch, load_epoch(S) + 1, memory_order_relaxed);
}

/* Begins and ends what is counted as computing. */
static inline void begin_run(clua_State *S) {
  if (atomic_load_explicit(&S->watchdog.thread, memory_order_relaxed) != clua_thread_number) {
    look_closer(S);
  }
  next_epoch(S);
  atomic_signal_fence(memory_order_seq_cst);
}
static inline void end_run(clua_State *S) {
  atomic_signal_fence(memory_order_seq_cst);
  next_epoch(S);
  if (atomic_load_explicit(&S->watchdog.noticed, memory_order_relaxed)) leave_watchdog(S);
}

static inline bool has_shared_budget(const clua_State *S) {
  return S->watchdog.shared_budget != NO_SHARED_BUDGET;
}
/* Says how long the next run may compute, after what its task has spent. */
void bound_run(clua_State *S, uint64_t spent, bool measured);
/* Answers what the run that has just ended cost, and sets the bound back. */
uint64_t take_charge(clua_State *S);
/* Whether that has something to do. */
static inline bool is_charged(const clua_State *S) {
  return S->watchdog.unsettled || S->watchdog.is_hooked || has_shared_budget(S);
}
/* Counts a run that waits now as computed by its task. */
void charge_run(clua_State *S, clua_Thread *thread);
/* Lets the run that is under way compute as much longer as one more task. */
void extend_run(clua_State *S);

/* The slow part of spend. */
void spend_rest(lua_State *L, size_t units);

/*
 * To be called by every C function whose work grows with what a script gives it, as the work is
 * done: about one unit a byte or an element. Raises the kill once the budget is gone.
 */
static inline void spend(lua_State *L, size_t units) {
  clua_State *S = state_of(L);
  if (S->fuel > units) {
    S->fuel -= units;
  } else {
    spend_rest(L, units);
  }
}

/* ---- failure.c ---- */

/* Whether a frame is of a script: not of C, and not of our own Lua, whose names begin with //. */
bool is_script(const lua_Debug *frame);

/*
 * Finds the Lua frame `level` levels up, looking from frame `first` on: 1 leaves out a C function
 * that runs. Answers false where there is none.
 */
bool find_frame(lua_State *L, int first, int level, lua_Debug *frame);

/* The file of a frame, without the first byte of a chunk name. */
const char *frame_file(const lua_Debug *frame);

/* Raises an error value with a code and the position of the caller. */
int clua_raise(lua_State *L, const char *code, const char *format, ...);

/* Pushes an error value made of four values on top of the stack (popped). Raises on no memory. */
void push_error_value(lua_State *L);

/*
 * To be called wherever an error was caught on behalf of a script: raises again what may not be
 * caught.
 */
void check_caught(lua_State *L, int status);

/*
 * Called where a script can make C call itself again (through Lua's own limit of 200 levels, of
 * any size): raises when too much of the C stack is in use.
 */
void check_depth(lua_State *L);

/* Called before each piece of work: stops a script that has been killed. */
void check_alive(lua_State *L);
static inline void check_state_alive(lua_State *L, const clua_State *S) {
  if (S->kill != KILL_NONE) check_alive(L);
}

/* Lets the collector work again after object.c held it. */
void resume_collector(lua_State *L, clua_State *S);

/* Pushes the value that is raised for a kill. */
void push_kill(lua_State *L);

/*
 * Notes where the script of a thread is, before an error unwinds it. Reads only, so the allocator
 * may call it too, but not while a stack moves.
 */
void note_stop(clua_State *S, lua_State *L);

/* A thread with more calls than this is in an endless recursion. */
enum { ENDLESS_DEPTH = 2000 };

/* ---- coroutine.c ---- */

enum { RESUME_FAILED = -1, RESUME_AWAITS = -2 };

/*
 * Resumes with `count` values that are on `co`, and moves what comes back to L. Answers how many
 * these are, or one of the above.
 */
int run_coroutine(lua_State *L, lua_State *co, int count);

#endif
