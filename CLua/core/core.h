#ifndef CLUA_CORE_H
#define CLUA_CORE_H

/* The state, its memory, its time and its errors. This part does not depend on any library. */

#include "state.h"

#include <string.h>

/* ---- state.c ---- */

/*
 * Every thread stores the state in its extra space; the lowest bit marks a thread that waits inside
 * an await.
 */
static inline clua_State *state_of(lua_State *L) {
  return (clua_State *)(*(uintptr_t *)lua_getextraspace(L) & ~(uintptr_t)1);
}
static inline bool is_awaiting(lua_State *L) { return *(uintptr_t *)lua_getextraspace(L) & 1; }
static inline void set_awaiting(lua_State *L, bool awaiting) {
  uintptr_t *space = lua_getextraspace(L);
  *space = awaiting ? *space | 1 : *space & ~(uintptr_t)1;
}

/* The thread to work on: the running one inside a host function, otherwise the main one. */
static inline lua_State *working_thread(clua_State *S) {
  return S->running != NULL ? S->running : S->main;
}

/* For the few functions that are part of every crossing. */
#define CLUA_INLINE static inline __attribute__((always_inline))

/*
 * Sets `status` to the result of `body`, under the panic guard. For calls that must be fast; the
 * others use clua_enter.
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

/* Opens a state that `set_up` fills. Returns NULL if memory runs out. */
clua_State *open_state(
  const clua_Limits *limits, clua_HostFunction host, void *context, lua_CFunction set_up);

/*
 * Calls `body` with `argument` as a light userdata, protected. Returns a Lua status; on failure the
 * error value is on top of the stack.
 */
int clua_protect(lua_State *L, lua_CFunction body, void *argument);

/*
 * Returns whether Lua was refused memory and continued without it: the error that follows is due to
 * that.
 */
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

/* All return false if memory runs out. */
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

/* Adds a state to the watchdog; returns false if the system has none. */
bool add_to_watchdog(clua_State *S);
void remove_from_watchdog(clua_State *S);
/* Nanoseconds that the watchdog has been awake, as of its last look. */
uint64_t watchdog_time(void);
/* Sets the thread on which the watchdog sees the state run. */
void join_watchdog(clua_State *S);
/* Ends a run that the watchdog has noticed. */
void leave_watchdog(clua_State *S);

/* Prevents the watchdog from examining any state meanwhile. */
void lock_watchdog(void);
void unlock_watchdog(void);

/* ---- hooks.c ---- */

/* Only these functions set hooks. Lua has one for each thread, and it has several users. */

static inline uint32_t wanted_hooks(const clua_State *S) {
  return atomic_load_explicit(&S->hooks.wanted, memory_order_relaxed);
}
void want_hooks(clua_State *S, clua_Want what);
void drop_hooks(clua_State *S, clua_Want what);

/* Sets the hook of a thread for the events of a mask, and for the checks that must not wait. */
void set_hooks(clua_State *S, lua_State *L, int mask);
/* Sets the wanted hook on a thread that is about to run. Must be called if any hook is wanted. */
void enter_hooked(clua_State *S, lua_State *L);
/*
 * Notifies the hooks that a thread has returned to another one, or to the host. Must be called if
 * any hook is wanted.
 */
void leave_hooked(clua_State *S, lua_State *L, lua_State *outer, int status);
/* Whether the debugger stops at errors that a script catches. */
static inline bool shows_raised(const clua_State *S) {
  return (wanted_hooks(S) & WANT_RAISED) != 0;
}
/* Notifies the debugger of such an error; the error value is on top, in a message handler. */
void tell_raised(lua_State *L);
/* Makes the running script check whether it is killed or paused. A signal handler may call this. */
void interrupt_run(clua_State *S);

/* ---- budget.c ---- */

uint64_t thread_time(void);
void begin_budget(clua_State *S);
/* Stops the running script. A signal handler may call this. */
void stop_run(clua_State *S);
void look_closer(clua_State *S);
/* Kills the script if its time is over, on systems without a watchdog. */
void check_time(clua_State *S);
/* Whether check_time has an effect. */
static inline bool checks_time(const clua_State *S) {
  return S->watchdog.is_hooked || S->watchdog.deadline != 0;
}
/* Between these two, the thread's computing is not charged to the script. */
void hold_run(clua_State *S);
void release_run(clua_State *S);

static inline uint64_t load_epoch(const clua_State *S) {
  return atomic_load_explicit(&S->watchdog.epoch, memory_order_relaxed);
}
static inline void next_epoch(clua_State *S) {
  atomic_store_explicit(&S->watchdog.epoch, load_epoch(S) + 1, memory_order_relaxed);
}

/* Begin and end the time that counts as computing. */
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
/* Sets how long the next run may compute, given the time that its task has spent. */
void bound_run(clua_State *S, uint64_t spent, bool measured);
/* Returns the cost of the run that has just ended, and resets the bound. */
uint64_t take_charge(clua_State *S);
/* Whether take_charge has an effect. */
static inline bool is_charged(const clua_State *S) {
  return S->watchdog.unsettled || S->watchdog.is_hooked || has_shared_budget(S);
}
/* Charges a run that waits now to its task. */
void charge_run(clua_State *S, clua_Thread *thread);
/* Gives the current run the time of one more task. */
void extend_run(clua_State *S);

/* The slow part of spend. */
void spend_rest(lua_State *L, size_t units);

/*
 * Every C function whose work grows with its input from a script must call this while it works:
 * about one unit per byte or element. Raises the kill once the budget is used up.
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

/*
 * Whether a frame belongs to a script: not to C, and not to our own Lua, which has chunk names that
 * begin with //.
 */
bool is_script(const lua_Debug *frame);

/*
 * Finds the Lua frame `level` levels up, starting at frame `first`: 1 leaves out a running C
 * function. Returns false if no such frame exists.
 */
bool find_frame(lua_State *L, int first, int level, lua_Debug *frame);

/* The file of a frame, without the first byte of a chunk name. */
const char *frame_file(const lua_Debug *frame);

/* Raises an error value with a code and the position of the caller. */
int clua_raise(lua_State *L, const char *code, const char *format, ...);

/*
 * Makes an error value from the four values on top of the stack, pops these, and pushes it. Raises
 * if memory runs out.
 */
void push_error_value(lua_State *L);

/*
 * Must be called wherever an error was caught on behalf of a script: raises errors again that
 * scripts must not catch.
 */
void check_caught(lua_State *L, int status);

/*
 * Called where a script can make C call itself again (through Lua's own limit of 200 levels, of any
 * size): raises if too much of the C stack is in use.
 */
void check_depth(lua_State *L);

/*
 * Reserves room on both stacks for calling a script's function from code where it cannot wait. If
 * this moves a stack, a concatenation in that function is not affected. Raises.
 */
static inline void prepare_callbacks(lua_State *L) {
  enum { SETTLED = 2 };
  check_depth(L);
  luaL_checkstack(L, CALLBACK_STACK, "callback");
  state_of(L)->account.since_move += SETTLED;
}

/* Called before each piece of work: stops a killed script. */
void check_alive(lua_State *L);
static inline void check_state_alive(lua_State *L, const clua_State *S) {
  if (S->kill != KILL_NONE) check_alive(L);
}

/* Resumes the collector after object.c paused it. */
void resume_collector(lua_State *L, clua_State *S);

/* Pushes the value that is raised for a kill. */
void push_kill(lua_State *L);

/*
 * Records where the script of a thread is, before an error unwinds it. Only reads, so the allocator
 * may call it as well, but not while a stack moves.
 */
void note_stop(clua_State *S, lua_State *L);

/* A thread with more calls than this is in an endless recursion. */
enum { ENDLESS_DEPTH = 2000 };

/* ---- coroutine.c ---- */

enum { RESUME_FAILED = -1, RESUME_AWAITS = -2 };

/*
 * Resumes with `count` values that are on `co`, and moves the results to L. Returns their number,
 * or one of the values above.
 */
int run_coroutine(lua_State *L, lua_State *co, int count);

#endif
