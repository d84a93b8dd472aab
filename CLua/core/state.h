#ifndef CLUA_STATE_H
#define CLUA_STATE_H

/* The parts of a state. This header is private to CLua. */

#if !__has_include(<lua.h>)
#error "Lua 5.4 was not found. Install liblua5.4-dev (apt) or lua@5.4 (brew), or run make lua."
#endif

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <time.h>

#include "CLua.h"

#if LUA_VERSION_NUM != 504
#error "Moonroute needs Lua 5.4."
#endif

/*
 * A place for the panic handler to jump back to. The compiler's own form, where available, saves
 * three words instead of all registers and signals; every entry makes one.
 */
#if defined(__x86_64__) && defined(__clang__)
typedef void *clua_Guard[5];
#define GUARD_SET(guard) __builtin_setjmp(guard)
#define GUARD_GO(guard) __builtin_longjmp(guard, 1)
#else
typedef jmp_buf clua_Guard;
#define GUARD_SET(guard) _setjmp(guard)
#define GUARD_GO(guard) longjmp(guard, 1)
#endif

/*
 * A buffer in the C heap. It belongs to a state, so a jump out of the function that uses it leaks
 * nothing.
 */
typedef struct clua_Buffer {
  uint8_t *bytes;
  size_t length;
  size_t capacity;
} clua_Buffer;

enum { BLOCK_LISTS = 16 };

/* The source of a state's memory. */
typedef struct clua_Blocks {
  void *lists[BLOCK_LISTS]; /* free blocks of 16, 32, 48 … bytes */
  struct clua_Page *pages;
  size_t taken;   /* bytes of pages and of large blocks, all taken from the process */
  size_t allowed; /* the limit of `taken` */
} clua_Blocks;

/* Why a script was stopped. The script cannot catch such an end. */
typedef enum clua_Kill { KILL_NONE, KILL_MEMORY, KILL_TIME, KILL_CANCELLED } clua_Kill;

/* Why a coroutine that the host resumed has yielded. */
typedef enum clua_Yield { YIELD_SCRIPT, YIELD_AWAIT, YIELD_BOUNCE } clua_Yield;

typedef struct clua_Account {
  size_t used, peak;
  size_t quick_limit; /* the memory limit, or 0 while a test lets allocations fail */
  clua_Limits limits;
  bool building;      /* the host brings values in and may use the reserve */
  uint64_t since_move; /* calls of the allocator since a stack may have moved */
  bool certain;       /* the next new block must not be refused */
  bool spare_taken;
  size_t refused;     /* size of the last refusal, 0 once the same size was granted */
  bool lost;          /* an earlier refusal was never followed by a grant */
  const void *string_table; /* see allocator.c */
  uint64_t fail_in, fail_count; /* tests */
} clua_Account;

/* A coroutine that the host runs scripts on. */
typedef struct clua_Thread {
  lua_State *L; /* NULL: a free place */
  int anchor;
  uint32_t serial; /* of its current task, so that an outdated number is recognised */
  bool suspended;
  bool was_resumed;
  uint64_t spent;   /* nanoseconds that its task has computed */
  uint64_t left_at; /* the thread's time when a measured run began to wait, while it waits; or 0 */
  lua_State *asker; /* the coroutine that is waiting, or NULL */
} clua_Thread;

/* The time limit of a run; see watchdog.c. */
typedef struct clua_Watchdog {
  /* The fields that every run touches are first. */
  _Atomic uint64_t epoch;  /* odd while a script runs */
  _Atomic uint64_t thread; /* the number of the thread of the last run, or UNKNOWN_THREAD */
  _Atomic bool noticed;    /* the watchdog has seen this run, so its end must lock */
  bool is_hooked;          /* no watchdog: the count hook is always set */
  _Atomic uint64_t left;   /* nanoseconds that the run may compute */
  uint64_t baseline;       /* the thread's time when counting began, or 0 */
  uint64_t shared_budget;  /* of all runs together for now, or NO_SHARED_BUDGET */
  uint64_t charge, charge_epoch; /* the cost of the last noticed run */
  uint64_t measured_from;        /* the thread's time when a measured run began */
  bool unsettled;                /* take_charge has an effect */
  bool is_held;       /* the debugger has stopped the script: no time is counted */
  uint64_t held_from; /* the thread's time at that moment */
  uint64_t held_clock, skipped; /* the clock at that moment; the time left out of it */
  uint64_t deadline;  /* the thread's time when an evaluation must end, or 0 */
  uint64_t seen_epoch, noticed_epoch, noticed_at;
  pthread_t pthread;
  clua_State *next;
} clua_Watchdog;

/* Registry references that the state itself needs. */
typedef struct clua_Registered {
  int literals, box_meta, error_meta, origins, template, metatables, names, objects, slots;
  int print, additions, lists; /* or LUA_NOREF */
} clua_Registered;

enum { MAX_TRACE_FRAMES = 20 };

/*
 * How many frames a search for a script's frames examines. Lua counts to each from the innermost
 * frame, so that a search through all frames of an endless recursion would take minutes.
 */
enum { MAX_SEEN_FRAMES = 1000 };

/* A frame as it was when its script was stopped, which may have been unwound since. */
typedef struct clua_StoppedFrame {
  char file[240];
  char name[48]; /* empty if unknown */
  int line, defined;
} clua_StoppedFrame;

/* Where the script was when it was stopped, or when memory was last refused. */
typedef struct clua_Stopped {
  uint32_t count;
  bool is_certain; /* it was stopped; otherwise memory was refused, and perhaps granted since */
  bool is_deep;    /* the number of calls proves endless recursion */
  const lua_State *thread;
  clua_StoppedFrame frames[MAX_TRACE_FRAMES];
} clua_Stopped;

/* The counts of the lines that have run; see coverage.c. */
typedef struct clua_Coverage clua_Coverage;

/* The data of a debugger; see debug.c. */
typedef struct clua_Debugger clua_Debugger;

/* The uses of the hooks of Lua threads; see hooks.c. */
typedef enum clua_Want {
  WANT_BUDGET = 1, /* count instructions where no watchdog runs */
  WANT_LINES = 2,  /* count lines */
  WANT_DEBUGGER = 4,
  WANT_PAUSE = 8,  /* stop the running script, or the next one, for the debugger */
  WANT_RAISED = 16 /* notify the debugger of errors that a script catches */
} clua_Want;

/* The functions that the hooks notify. */
typedef struct clua_Hooks {
  _Atomic uint32_t wanted; /* of clua_Want */
  bool has_raised; /* the script that ran last was ended by a hook */
  void (*count_line)(lua_State *L, lua_Debug *frame);
  void (*debug)(clua_State *S, lua_State *L, lua_Debug *frame);
  /* The mask that the debugger wants for a coroutine that is about to run. */
  int (*enter)(clua_State *S, lua_State *L);
  /* A script has raised an error that it catches; the value is on top. */
  void (*raised)(clua_State *S, lua_State *L);
  /* A coroutine has returned to another one, or to the host (NULL). */
  void (*leave)(clua_State *S, lua_State *L, lua_State *outer, int status);
} clua_Hooks;

struct clua_State {
  /* The fields that every entry touches are first. */
  lua_State *base;      /* the pooled thread that was resumed, or NULL */
  clua_Guard *guard;    /* of the innermost entry */
  uintptr_t stack_base; /* where the C stack was when it was resumed */
  clua_Thread *threads;
  uint32_t *idle;
  uint32_t idle_count;
  volatile clua_Kill kill;
  clua_Hooks hooks;
  lua_State *volatile current; /* the coroutine of a running script, or NULL: the base */
  clua_Watchdog watchdog;
  clua_Yield yield; /* set before each yield */
  bool poisoned;
  bool may_suspend;
  bool blocked;   /* a coroutine was resumed where it cannot wait; then restored */
  bool gc_paused; /* by object.c: a collection would shrink the stack */
  bool plain_changed; /* by plain.c: clua_take_plain_change has not returned it yet */
  size_t dead_count;
  clua_Account account;
  clua_Blocks blocks;
  lua_State *main;
  lua_State *running; /* the thread that is calling a host function, or NULL */
  lua_State *asker;   /* the coroutine that waited last */
  uint64_t awaited;   /* the handle of the awaited function if it was not called */
  clua_HostFunction host;
  void *context;
  clua_Answer answer;
  clua_Bytes reply;
  clua_Registered registered;
  clua_Buffer output;
  clua_Buffer arguments;
  uint32_t thread_count, thread_capacity, idle_capacity;
  int *classes; /* references of their metatables */
  uint32_t class_count, class_capacity;
  const char *params_key; /* where Lua keeps "params": equal short texts are the same bytes */
  size_t fuel;      /* units left until spend() checks the budget */
  lua_State *slots; /* see slots.c */
  int *slot_gaps;
  int slot_count, slot_gap_count, slot_capacity;
  int *fresh; /* references made by an unfinished encoding */
  size_t fresh_count, fresh_capacity;
  uint64_t *dead; /* room for every live handle, so that a finalizer never allocates */
  size_t dead_capacity, live;
  uint64_t last_name; /* of "table: 3" */
  uint32_t error_count; /* error values made since they were last collected */
  bool shows_addresses; /* instead of such names */
  clua_State *next_given_up;
  clua_Coverage *coverage; /* or NULL */
  void (*free_coverage)(clua_State *S);
  clua_Debugger *debugger; /* or NULL */
  void (*free_debugger)(clua_State *S);
  clua_Stopped stopped;
  char file[512]; /* of the last clua_Place */
  _Alignas(16) uint8_t spare[1024]; /* the block for an allocation that must not fail */
};

/*
 * Stack to reserve before calling back from code where a script cannot yield. Until the call
 * returns, the stack does not move there, and host values can be concatenated (see object.c).
 */
enum { CALLBACK_STACK = 400 };

/* The part of the C stack that scripts may use: a thread has at least 512 KiB. */
enum { MAX_C_STACK = 256 * 1024 };

enum { MAX_IDLE_THREADS = 64, MAX_PROTECTED_FRAMES = 200 };

/* The number of error values after which unreferenced ones are collected. */
enum { MAX_ERRORS = 6000 };

/* Units of work between two checks of the budget (see spend). */
enum { FUEL = 16 * 1024 };

#endif
