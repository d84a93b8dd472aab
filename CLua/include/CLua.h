#ifndef CLUA_H
#define CLUA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The door to Lua.
 *
 * No function here raises a Lua error: whatever may raise runs inside a protected call, in bulk.
 * Values cross as one flat buffer of bytes (see clua_Tag), never one by one, and nothing that
 * is handed out has to be freed by the caller.
 *
 * A comment starts with what the call does to a Lua stack that its caller can see, in the
 * manner of Lua's manual, [-popped, +pushed, raises]. Callers see none, so it is [-0, +0, -]
 * everywhere; it is written once, here.
 *
 * Buffers that a call hands out ("the output") belong to the state and live until the next call
 * that writes one.
 */

/* One Lua state with its limits. Used by one thread at a time. */
typedef struct clua_State clua_State;

typedef enum clua_Status {
  /* Done; results, if any, are in the output. */
  CLUA_OK,
  /* Done, without a result, and clua_take_dead has nothing. */
  CLUA_NOTHING,
  /* The script waits for a host function; the task goes on with clua_resume. */
  CLUA_SUSPENDED,
  /* A Lua error; its description is in the output (see clua_output). */
  CLUA_FAILED,
  /* An error got past every protection. The state answers this to everything, for ever. */
  CLUA_POISONED,
  /* Lua is running: it cannot be entered from a host function. */
  CLUA_BUSY,
  /* No such task: finished, cancelled, or of another state. */
  CLUA_UNKNOWN
} clua_Status;

/*
 * How a value is written in a buffer: one tag byte, then the payload, little-endian and unaligned.
 * A list of values is a 32-bit count and the values; nothing at all is an empty list.
 */
typedef enum clua_Tag {
  CLUA_NIL,
  CLUA_FALSE,
  CLUA_TRUE,
  CLUA_INTEGER,   /* 64-bit integer */
  CLUA_NUMBER,    /* 64-bit float */
  CLUA_STRING,    /* 32-bit length, bytes */
  CLUA_TABLE,     /* 32-bit length of the array part, 32-bit count of fields, values, pairs */
  CLUA_LIST, CLUA_FUNCTION, /* as CLUA_TABLE, of a list; 32-bit reference */
  CLUA_OBJECT,    /* 32-bit class, 64-bit handle */
  CLUA_ERROR,     /* an error value: code, message, file, line as values */
  CLUA_REFERENCE, /* 8-bit Lua type, 32-bit reference: a value that was not copied */
  CLUA_RECORD,    /* from Lua: 64-bit tag of the record, 32-bit reference */
  CLUA_RECORD_SPEC       /* to Lua: 64-bit address of a clua_RecordSpec */
} clua_Tag;

/* The answer of a host function; the comments say what the reply holds. */
typedef enum clua_Answer {
  CLUA_ANSWER_VALUES,  /* a list of results */
  CLUA_ANSWER_ERROR,   /* a list: code, message, file or nil, line or nil, caller's level */
  CLUA_ANSWER_RAISE,   /* a list of one value, raised as it is */
  CLUA_ANSWER_CALL,    /* a list: a function and its arguments; its results are the results */
  CLUA_ANSWER_SUSPEND  /* nothing: clua_resume brings the answer later */
} clua_Answer;

/* From so many bytes on, a list takes long to read: the script that passes it waits for that. */
enum { CLUA_LONG_LIST = 64 * 1024 };

typedef struct clua_Bytes {
  const uint8_t *_Nullable bytes;
  size_t length;
} clua_Bytes;

typedef struct clua_Limits {
  size_t memory;      /* bytes that scripts may hold */
  size_t reserve;     /* bytes beyond it for values that the host brings in */
  size_t block;       /* the largest single block a script may ask for */
  uint64_t time;      /* nanoseconds of processor time for one task, over all its runs */
  size_t value_bytes; /* the largest buffer that may cross */
  uint32_t value_depth; /* the deepest table that may cross */
  bool all_libraries;   /* scripts get all that Lua has: no sandbox */
} clua_Limits;

/*
 * Answers a call from Lua. `arguments` is a list of values. The reply must stay readable until
 * the next call of this function or the next call into the state.
 */
typedef clua_Answer (*clua_HostFunction)(
  void *_Nonnull context,
  uint64_t handle,
  clua_Bytes arguments,
  bool can_suspend,
  clua_Bytes *_Nonnull reply
);

/* When a host function may answer CLUA_ANSWER_SUSPEND. */
typedef enum clua_Suspends {
  CLUA_SUSPENDS_NEVER,
  CLUA_SUSPENDS_SOMETIMES, /* told by `can_suspend` whether it may now */
  CLUA_SUSPENDS_ALWAYS,    /* where it cannot suspend, Lua gets an error and it is not called */
  CLUA_SUSPENDS_AT_ONCE    /* called where it cannot suspend, and to read a long list of arguments,
                              which suspends: else the task waits at once */
} clua_Suspends;

typedef struct clua_Place {
  const char *_Nonnull file; /* without the '@' of a chunk name; lives as long as the output */
  size_t length;
  int line; /* 0 where there is none */
} clua_Place;

/* ---- a state ---- */

/* The release of Lua that is linked, such as "Lua 5.4.4". */
const char *_Nonnull clua_release(void);

/* Opens a state, or answers NULL if it does not fit into its limits. */
clua_State *_Nullable clua_open(
  const clua_Limits *_Nonnull limits, clua_HostFunction _Nonnull host, void *_Nonnull context);

/* Closes a state. A poisoned one is given up instead: its memory is not touched again. */
void clua_close(clua_State *_Nonnull state);

bool clua_is_poisoned(const clua_State *_Nonnull state);

/* Answers whether Lua is running, that is, whether the caller is inside a host function. */
bool clua_is_running(const clua_State *_Nonnull state);

size_t clua_memory_in_use(const clua_State *_Nonnull state);
size_t clua_memory_peak(const clua_State *_Nonnull state);
/* Bytes that were taken from the system for that. */
size_t clua_memory_taken(const clua_State *_Nonnull state);

/* Changes the memory limit. What is in use already stays. */
void clua_limit_memory(clua_State *_Nonnull state, size_t bytes);

/* Changes how many nanoseconds each task may compute from now on. */
void clua_limit_time(clua_State *_Nonnull state, uint64_t nanoseconds);

/*
 * Lets all that runs from now on compute so many nanoseconds together, beside the limit of each;
 * UINT64_MAX ends it. Meanwhile a run that loads another chunk may last as much longer as a task.
 */
void clua_share_time(clua_State *_Nonnull state, uint64_t nanoseconds);

/* Lets scripts allocate so many bytes before the collector does anything more. */
void clua_delay_collector(clua_State *_Nonnull state, size_t bytes);

/* The rest of the shared time, or UINT64_MAX. */
uint64_t clua_time_left(const clua_State *_Nonnull state);

/*
 * A clock, in nanoseconds, that goes while scripts run and costs next to nothing to read. It moves
 * in steps of some milliseconds, and may stand still while no script of the process runs.
 */
uint64_t clua_clock(const clua_State *_Nonnull state);

/*
 * Answers whether the script that runs is to be stopped: a host function that works for long asks
 * now and then, and returns.
 */
bool clua_is_stopped(clua_State *_Nonnull state);

/* Runs a full collection; not while Lua is running. */
clua_Status clua_collect(clua_State *_Nonnull state);

/*
 * The same inside a host function that has written no answer yet; not while Lua joins values, which
 * it does on a stack that a collection would move.
 */
clua_Status clua_collect_running(clua_State *_Nonnull state);

/*
 * The output of the last call: after CLUA_OK a list of values; after CLUA_FAILED a list of
 * kind (integer: clua_Failure), code, message, file, line, frames (a flat list of file, line,
 * function name, first line) and the error value itself.
 */
clua_Bytes clua_output(const clua_State *_Nonnull state);

typedef enum clua_Failure {
  CLUA_FAILURE_SCRIPT,
  CLUA_FAILURE_SYNTAX,
  CLUA_FAILURE_MEMORY,
  CLUA_FAILURE_BLOCK, /* one block would have been larger than allowed */
  CLUA_FAILURE_STACK,
  CLUA_FAILURE_TIME,
  CLUA_FAILURE_CANCELLED
} clua_Failure;

/* ---- values that the host holds ---- */

/* Lets go of a reference. */
void clua_release_reference(clua_State *_Nonnull state, int32_t reference);

/* Lets go of the references among values that were not read: the rest of a list of arguments. */
void clua_drop_values(clua_State *_Nonnull state, clua_Bytes values);

/* Answers whether two references hold the very same value. */
bool clua_is_same(const clua_State *_Nonnull state, int32_t one, int32_t other);

/* Says where a Lua function begins; line 0 for one that is not written in Lua. */
clua_Place clua_locate_function(clua_State *_Nonnull state, int32_t function);

/* Answers the number of parameters of a function, 255 for a variadic one. */
int clua_count_parameters(clua_State *_Nonnull state, int32_t function);

/* Copies the value of a reference into the output, `depth` levels of tables deep. */
clua_Status clua_read(clua_State *_Nonnull state, int32_t reference, uint32_t depth);

/* Copies the field of a table whose key is the value in `key` (raw access). */
clua_Status clua_read_field(
  clua_State *_Nonnull state, int32_t table, clua_Bytes key, uint32_t depth);

/* Sets fields of a table (raw access): `fields` is a list of key, value, key, value … */
clua_Status clua_assign(clua_State *_Nonnull state, int32_t table, clua_Bytes fields);

/* Makes a reference to the value in `value`. */
clua_Status clua_hold(
  clua_State *_Nonnull state, clua_Bytes value, int32_t *_Nonnull reference);

/* Makes a reference to the table in `value`, with a metatable. */
clua_Status clua_hold_with(
  clua_State *_Nonnull state, int32_t metatable, clua_Bytes value, int32_t *_Nonnull reference);

/* Makes a reference to an empty table for plain data: functions are refused on assignment. */
clua_Status clua_make_plain(clua_State *_Nonnull state, int32_t *_Nonnull reference);

/* Notes that a table is a list even while it is empty; only if `like` is one, unless that is negative. */
clua_Status clua_note_list(clua_State *_Nonnull state, int32_t table, int32_t like);

/*
 * Makes a reference to a table that scripts can read and not change: `value` is a list of the
 * table, and of its name and what to do instead for messages.
 */
clua_Status clua_seal(
  clua_State *_Nonnull state, clua_Bytes value, int32_t *_Nonnull reference);

/*
 * Makes a reference to a table whose values are made when a script first reads it: `value` is a list
 * of a table of texts or lists of them, and of a table of functions that make values of the texts,
 * by the same keys.
 */
clua_Status clua_make_unread(
  clua_State *_Nonnull state, clua_Bytes value, int32_t *_Nonnull reference);

/* ---- scripts ---- */

/* Makes a fresh table of the globals that a script may use. */
clua_Status clua_make_environment(clua_State *_Nonnull state, int32_t *_Nonnull reference);

/* Replaces the table of a reference to globals by a fresh one; compiled functions keep theirs. */
clua_Status clua_renew_environment(clua_State *_Nonnull state, int32_t environment);

/* Lets texts have as methods what scripts add to `string` in these globals; those of Lua stay. */
clua_Status clua_adopt_strings(clua_State *_Nonnull state, int32_t environment);

/* Makes `os.time` and `os.date` of these globals ask a function which second of Unix it is now. */
clua_Status clua_move_day(clua_State *_Nonnull state, int32_t environment, int32_t now);

/*
 * Writes a function as compiled Lua, all that errors need included; nothing without memory for it.
 * The bytes are valid until the next call into the state.
 */
clua_Bytes clua_dump(clua_State *_Nonnull state, int32_t function);

/*
 * Makes a chunk of what clua_dump wrote in any state of this process: of nothing else, since Lua
 * trusts it. The name is in the bytes.
 */
clua_Status clua_revive(
  clua_State *_Nonnull state, clua_Bytes compiled, int32_t environment, int32_t *_Nonnull function);

/*
 * Compiles a text chunk whose globals are `environment`. `name` starts with '@' or '='. With a
 * `list` (a reference; 0 for none) the chunk is one of ours around a script: it is called with the
 * list at once, and what it answers is the function.
 */
clua_Status clua_load(
  clua_State *_Nonnull state, clua_Bytes source, const char *_Nonnull name,
  int32_t environment, int32_t list, int32_t *_Nonnull function);

/*
 * The barrier that keeps the running script, which called the host, from waiting: the name of a
 * library function, or words such as "at load time"; empty where nothing does. Lives until Lua runs.
 */
const char *_Nonnull clua_find_barrier(clua_State *_Nonnull state);

/* In place of a task: the script that runs. */
#define CLUA_NO_TASK UINT64_MAX

/* The line where a script that runs, or waits, called the host: level 1 is the nearest one. */
clua_Place clua_find_caller(clua_State *_Nonnull state, uint64_t task, int level);

/*
 * Answers whether a script that runs, or waits, called the host inside a pcall or xpcall of its
 * own. Only the 200 nearest calls of its coroutine are looked at.
 */
bool clua_is_protected(clua_State *_Nonnull state, uint64_t task);

/* ---- running ---- */

typedef enum clua_DecisionKind {
  CLUA_DECIDED_NOTHING, /* no value at all */
  CLUA_DECIDED_NIL,     /* an explicit nil */
  CLUA_DECIDED_TRUE,
  CLUA_DECIDED_FALSE,   /* `text`: the reason, if there is one */
  CLUA_DECIDED_TEXT,    /* `text` */
  CLUA_DECIDED_OBJECT,  /* `handle` */
  CLUA_DECIDED_OTHER    /* `text`: the type of the value */
} clua_DecisionKind;

/* In place of a handle: none. */
#define CLUA_NO_HANDLE UINT64_MAX

/* The answer of a guard; after CLUA_SUSPENDED the call that a script waits for. */
typedef struct clua_Decision {
  clua_DecisionKind kind;
  bool has_dead;   /* clua_take_dead has something */
  uint64_t handle; /* of an object, or the task */
  uint64_t awaited; /* the handle of the host function that is waited for, if that was not called */
  clua_Bytes text; /* a text, or the list of arguments of the call that waits, empty if it has
                      none; lives until Lua runs. A long list has been read before */
} clua_Decision;

/*
 * Calls a function with a list of arguments on a pooled coroutine. With `may_suspend`, it may wait
 * for a host function: then `decision` says so.
 */
clua_Status clua_start(
  clua_State *_Nonnull state,
  int32_t function,
  clua_Bytes arguments,
  bool may_suspend,
  clua_Decision *_Nonnull decision
);

/* Goes on with a task as if the host function that it waits for had answered this. */
clua_Status clua_resume(
  clua_State *_Nonnull state,
  uint64_t task,
  clua_Answer answer,
  clua_Bytes reply,
  clua_Decision *_Nonnull decision
);

/*
 * Counts as computed by a task all that this thread has done since it began to wait. (The first wait
 * of a task is not measured.)
 */
void clua_charge(clua_State *_Nonnull state, uint64_t task);

/* Ends a waiting task: its script never goes on. */
clua_Status clua_cancel(clua_State *_Nonnull state, uint64_t task);

/* ---- what the host offers ---- */

/* Makes a function that asks the host, and a reference to it. */
clua_Status clua_make_function(
  clua_State *_Nonnull state,
  uint64_t handle,
  clua_Suspends suspends,
  uint32_t depth,
  int32_t *_Nonnull reference
);

/*
 * Makes a class of host objects. The definition is a list: its name, a table of methods, and a
 * table of functions by event: index, newindex, tostring, equals, concat, call, length, close,
 * pairs (answers one flat list of keys and values).
 */
clua_Status clua_make_class(
  clua_State *_Nonnull state, clua_Bytes definition, uint32_t *_Nonnull number);

/* Answers whether Lua holds a value for the handle of an object. */
bool clua_is_held(clua_State *_Nonnull state, uint64_t handle);

/* Sets the function that `print` calls with one text. */
void clua_set_print(clua_State *_Nonnull state, int32_t function);

/* Answers whether clua_take_dead has something; not while Lua is running. */
bool clua_has_dead(const clua_State *_Nonnull state);

/* Takes one handle whose last value in Lua has gone. Answers false when there is none. */
bool clua_take_dead(clua_State *_Nonnull state, uint64_t *_Nonnull handle);

/* ---- records ---- */

/* The place of a value in a text. `start` UINT32_MAX: absent; `end` before `start`: an empty list. */
typedef struct clua_Range {
  uint32_t start, end;
} clua_Range;

/* The type that a parameter's text becomes. */
typedef enum clua_Kind {
  CLUA_KIND_TEXT,
  CLUA_KIND_INTEGER,
  CLUA_KIND_NUMBER,
  CLUA_KIND_BOOLEAN,
  CLUA_KIND_LIST,   /* the parts between separators */
  CLUA_KIND_LOWERED, /* text in ASCII lower case */
  CLUA_KIND_NONE    /* nothing: it has no name */
} clua_Kind;

/*
 * The content of a record until a script is first given it. The host owns the memory; it is copied
 * then, and `place` says where the record stands until clua_drop_record.
 */
typedef struct clua_RecordSpec {
  int32_t shape;
  int32_t place; /* 0: not made yet */
  uint64_t tag; /* the host's own number */
  clua_Bytes text;
  const clua_Range *_Nullable ranges;
  uint32_t range_count;
  uint8_t separator;
  bool eager; /* the block has references, functions or objects: it is read at once */
  clua_Bytes block; /* a list of name, value, name, value … */
} clua_RecordSpec;

/*
 * Makes a shape. The definition is a list: its name, a table of fixed fields, the list of parameter
 * names, a string with a clua_Kind for each, then the fields that may be absent from a block: the
 * list of those that are then nil, of those that are then an empty table, of those that are then
 * the whole text; then a table of merged fields (name to a list of fields), of computed ones (name
 * to a function of the record), of parsers (parameter to a function of its text), a function of record
 * and name for unknown fields, and one of the record for its text. Any but name and kinds may be nil where nothing is needed;
 * the fixed fields and names must be tables.
 */
clua_Status clua_make_shape(
  clua_State *_Nonnull state, clua_Bytes definition, int32_t *_Nonnull reference);

/* Lets go of the record that stands at a place; scripts may still hold it. */
void clua_drop_record(clua_State *_Nonnull state, int32_t place);

/*
 * Calls a guard that has no parameters, and reads its answer. Statuses are those of clua_start, and
 * CLUA_NOTHING, which leaves `decision` as it was.
 */
clua_Status clua_decide(
  clua_State *_Nonnull state, int32_t function, clua_Decision *_Nonnull decision);

/* The same as function(state, target), with as many of the two as it has parameters, one or more. */
clua_Status clua_decide_with(
  clua_State *_Nonnull state,
  int32_t function,
  int parameters,
  clua_RecordSpec *_Nonnull record,
  clua_RecordSpec *_Nullable target,
  clua_Decision *_Nonnull decision
);

/* ---- for a test runner ---- */

/* The number of runs of each line of a script. Lives as long as the state runs nothing more. */
typedef struct clua_Covered {
  const char *_Nullable file;       /* without the '@' of a chunk name */
  const uint32_t *_Nullable counts; /* by line, from 0 */
  uint32_t length;
} clua_Covered;

/*
 * Counts the lines that scripts run from now on; names that begin with // are left out.
 * Answers false when there is no memory.
 */
bool clua_begin_coverage(clua_State *_Nonnull state);

/* Reads the counts of one script; answers false when there are no more. */
bool clua_read_coverage(
  const clua_State *_Nonnull state, uint32_t index, clua_Covered *_Nonnull covered);

/* Adds all of Lua's libraries to an environment: files, processes and C included. */
clua_Status clua_open_libraries(clua_State *_Nonnull state, int32_t environment);

/* Adds `native` to an environment: what a test runner compares and writes tables with. */
clua_Status clua_open_native(clua_State *_Nonnull state, int32_t environment);

/* The functions of a debugger are in CLuaDebug.h. */

/* ---- for tests ---- */

/* Lets the n-th growing allocation from now on fail, and `count` - 1 after it; 0 ends it. */
void clua_fail_allocation(clua_State *_Nonnull state, uint64_t number, uint64_t count);

/* Makes new states count instructions all the time, as where there is no watchdog. */
void clua_deny_watchdog(bool denied);

/* Raises an error where nothing protects: the state is poisoned, the process lives. */
clua_Status clua_provoke_panic(clua_State *_Nonnull state);

/* Makes a table of Lua's own string, table and utf8 libraries, and a reference to it. */
clua_Status clua_make_reference_libraries(clua_State *_Nonnull state, int32_t *_Nonnull reference);

#include "CLuaDebug.h"

#endif
