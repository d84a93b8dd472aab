#ifndef CLUA_DEBUG_H
#define CLUA_DEBUG_H

#include "CLua.h"

/*
 * The lower half of a debugger. As everywhere in CLua, no function raises: what may raise runs on a
 * thread of its own, protected, and with a limit of time.
 *
 * A script stops inside a hook, where the stop function is called, which blocks as long as it likes.
 * It may ask the questions below; the numbers that they hand out are good until scripts run again.
 * All but clua_pause is for the thread that uses the state.
 */

/* Why a script stops. */
typedef enum clua_Stop {
  CLUA_STOP_BREAKPOINT,
  CLUA_STOP_STEP,
  CLUA_STOP_PAUSE,
  CLUA_STOP_RAISED,  /* an error that the script catches; clua_output describes it */
  CLUA_STOP_UNCAUGHT /* one that nothing in the script catches; the same */
} clua_Stop;

/* How it goes on. */
typedef enum clua_Go {
  CLUA_GO_ON,
  CLUA_GO_INTO,
  CLUA_GO_OVER,
  CLUA_GO_OUT,
  CLUA_GO_END, /* not at all; no script can catch that */
  CLUA_GO_PASS /* as if it had not stopped: a step goes on */
} clua_Go;

/*
 * Called where a script stops, with the line that runs next, and the number of the breakpoint or 0.
 * The script is ended, if it is to be, when this function has returned.
 */
typedef clua_Go (*clua_StopFunction)(
  void *_Nonnull context, clua_Stop why, clua_Place where, uint32_t id);

/*
 * Attaches a debugger, which stops at errors that nothing catches, and otherwise only once something
 * else is asked for. `environment` is a reference to the globals for texts that stand in no
 * frame. Answers false without memory, or while Lua is running.
 */
bool clua_attach_debugger(
  clua_State *_Nonnull state,
  clua_StopFunction _Nonnull stop,
  void *_Nonnull context,
  int32_t environment
);

/* Lets all go on as if there had been none. May be called by the stop function. */
void clua_detach_debugger(clua_State *_Nonnull state);

typedef struct clua_Breakpoint {
  uint32_t line; /* one that has code, else it is never reached */
  uint32_t id;   /* not 0 */
} clua_Breakpoint;

/* Replaces the breakpoints of a file; answers false without memory, and then it has none. */
bool clua_set_breakpoints(
  clua_State *_Nonnull state,
  clua_Bytes file,
  const clua_Breakpoint *_Nullable breakpoints,
  size_t count
);

/* Says which errors stop. */
void clua_stop_at_errors(clua_State *_Nonnull state, bool raised, bool uncaught);

/*
 * Stops the script that runs, or the next one, at the next line. Any thread may call it as long as
 * the state is open.
 */
void clua_pause(clua_State *_Nonnull state);

/* How many calls, returns and lines have been looked at, for tests: what a debugger costs. */
uint64_t clua_debug_events(const clua_State *_Nonnull state);

/* The task of the script that runs, as in clua_Decision, or CLUA_NO_TASK. */
uint64_t clua_running_task(const clua_State *_Nonnull state);

/* Reads the task that waits at an index from 0; answers false where there are no more. */
bool clua_waiting_task(
  const clua_State *_Nonnull state, uint32_t *_Nonnull index, uint64_t *_Nonnull task);

/* ---- questions: while a script is stopped, or none runs ---- */

/*
 * The calls of scripts in a task that waits, or in the stopped script (CLUA_NO_TASK), the nearest
 * first, through all its coroutines. The answer is a list: how many there are, then for each of
 * those asked for its number, file, line, name or nil, and the line where the function begins.
 */
clua_Bytes clua_read_frames(
  clua_State *_Nonnull state, uint64_t task, uint32_t first, uint32_t count);

/* In place of a frame: none, only the globals. */
#define CLUA_NO_FRAME UINT32_MAX

/* The variables that a frame sees. */
typedef enum clua_Scope { CLUA_SCOPE_LOCALS, CLUA_SCOPE_UPVALUES, CLUA_SCOPE_GLOBALS } clua_Scope;

/* A scope of a frame in place of the number of a value. */
#define CLUA_SCOPE_OF(frame, scope) (UINT32_C(0x80000000) | (uint32_t)(frame) << 2 | (scope))

/*
 * What a scope or a value holds: its items, at 1, 2, 3 …, `count` of them from `first` on, or all
 * else: then at most CLUA_MOST_NAMES, in no order. The answer is a list, for each: its name, its
 * text, its type, its number or 0, how many items it has, whether it has more, how many bytes of a
 * string are left out of its text, and whether `pairs` goes through it in a way of its own.
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

/* The number of a value that the host holds, for the function above; 0 without memory. */
uint32_t clua_show_reference(clua_State *_Nonnull state, int32_t reference);

/*
 * Runs a text, an expression or statements, in the place of a frame: it reads and assigns locals,
 * upvalues, and globals. The answer is a list of variables, as above. What fails is described as by
 * clua_start; what would wait fails, and so does what computes for longer than a limit.
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

/* The nanoseconds that a question may compute. */
enum { CLUA_QUESTION_TIME = 250 * 1000 * 1000 };

#endif
