#ifndef CLUA_DEBUG_H
#define CLUA_DEBUG_H

#include "CLua.h"

/*
 * The lower half of a debugger. As everywhere in CLua, no function raises: code that may raise runs
 * protected on a thread of its own, and with a time limit.
 *
 * A script stops inside a hook. The hook calls the stop function, which may block as long as it
 * needs to. It may call the functions below; the numbers that they return are valid until scripts
 * run again. Every function except clua_pause must be called on the thread that uses the state.
 */

/* Why a script stops. */
typedef enum clua_Stop {
  CLUA_STOP_BREAKPOINT,
  CLUA_STOP_STEP,
  CLUA_STOP_PAUSE,
  CLUA_STOP_RAISED,  /* an error that the script catches; clua_output describes it */
  CLUA_STOP_UNCAUGHT /* an error that nothing in the script catches; clua_output describes it */
} clua_Stop;

/* How a stopped script continues. */
typedef enum clua_Go {
  CLUA_GO_ON,
  CLUA_GO_INTO,
  CLUA_GO_OVER,
  CLUA_GO_OUT,
  CLUA_GO_END, /* not at all; scripts cannot catch that */
  CLUA_GO_PASS /* as if it had not stopped: a step continues */
} clua_Go;

/*
 * Called when a script stops, with the line that runs next, and the number of the breakpoint or 0.
 * If the result ends the script, it ends after this function has returned.
 */
typedef clua_Go (*clua_StopFunction)(
  void *_Nonnull context, clua_Stop why, clua_Place where, uint32_t id);

/*
 * Attaches a debugger, which initially stops only at uncaught errors. `environment` is a reference
 * to the globals for texts that run outside any frame. Returns false if memory runs out or while
 * Lua is running.
 */
bool clua_attach_debugger(
  clua_State *_Nonnull state,
  clua_StopFunction _Nonnull stop,
  void *_Nonnull context,
  int32_t environment
);

/*
 * Detaches the debugger; scripts continue as if there had been none. The stop function may call it.
 */
void clua_detach_debugger(clua_State *_Nonnull state);

typedef struct clua_Breakpoint {
  uint32_t line; /* must have code, otherwise it is never reached */
  uint32_t id;   /* not 0 */
} clua_Breakpoint;

/*
 * Replaces the breakpoints of a file. If memory runs out, the file then has none, and false is
 * returned.
 */
bool clua_set_breakpoints(
  clua_State *_Nonnull state,
  clua_Bytes file,
  const clua_Breakpoint *_Nullable breakpoints,
  size_t count
);

/* Sets which errors stop a script. */
void clua_stop_at_errors(clua_State *_Nonnull state, bool raised, bool uncaught);

/*
 * Stops the running script, or the next one, at the next line. Any thread may call it while the
 * state is open.
 */
void clua_pause(clua_State *_Nonnull state);

/*
 * The number of calls, returns and lines that the debugger has examined. Tests use it to measure
 * its cost.
 */
uint64_t clua_debug_events(const clua_State *_Nonnull state);

/* The task of the running script, as in clua_Decision, or CLUA_NO_TASK. */
uint64_t clua_running_task(const clua_State *_Nonnull state);

/* Reads the waiting task at an index from 0; returns false after the last one. */
bool clua_waiting_task(
  const clua_State *_Nonnull state, uint32_t *_Nonnull index, uint64_t *_Nonnull task);

/* ---- questions: while a script is stopped, or none runs ---- */

/*
 * Returns the calls of scripts in a waiting task, or in the stopped script (CLUA_NO_TASK), nearest
 * first, through all its coroutines. The result is a list: the total count, then for each requested
 * call its number, file, line, name or nil, and the line where the function begins.
 */
clua_Bytes clua_read_frames(
  clua_State *_Nonnull state, uint64_t task, uint32_t first, uint32_t count);

/* Used in place of a frame to mean only the globals. */
#define CLUA_NO_FRAME UINT32_MAX

/* The variables that a frame sees. */
typedef enum clua_Scope { CLUA_SCOPE_LOCALS, CLUA_SCOPE_UPVALUES, CLUA_SCOPE_GLOBALS } clua_Scope;

/* A scope of a frame, usable as the number of a value. */
#define CLUA_SCOPE_OF(frame, scope) (UINT32_C(0x80000000) | (uint32_t)(frame) << 2 | (scope))

/*
 * Reads the items of a scope or a value: `count` items at 1, 2, 3 … from `first` on, or all other
 * items: then up to CLUA_MOST_NAMES, unordered. The output is a list with, for each item: its name,
 * its text, its type, its number or 0, how many items it has, whether it has more, how many bytes
 * of a string its text omits, and whether it has its own `pairs`.
 */
clua_Status clua_read_variables(
  clua_State *_Nonnull state,
  uint32_t parent,
  bool items,
  uint32_t first,
  uint32_t count,
  clua_Bytes *_Nonnull answer
);
enum { CLUA_MOST_NAMES = 1000 };

/*
 * Returns the number of a value that the host holds, for the function above; 0 if memory runs out.
 */
uint32_t clua_show_reference(clua_State *_Nonnull state, int32_t reference);

/*
 * Runs a text, an expression or statements, in the scope of a frame: it reads and assigns locals,
 * upvalues, and globals. The answer is a list of variables, as above. Errors are described as by
 * clua_start. Code that would wait, or that computes for longer than a limit, fails.
 */
clua_Status clua_evaluate(
  clua_State *_Nonnull state, uint32_t frame, clua_Bytes source, clua_Bytes *_Nonnull answer);

/* Sets a variable of a parent to the value of an expression; the answer is the variable. */
clua_Status clua_set_variable(
  clua_State *_Nonnull state,
  uint32_t parent,
  clua_Bytes name,
  clua_Bytes value,
  clua_Bytes *_Nonnull answer
);

/* The nanoseconds that the evaluation of a text may compute. */
enum { CLUA_QUESTION_TIME = 250 * 1000 * 1000 };

#endif
