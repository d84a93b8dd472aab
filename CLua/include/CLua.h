#ifndef CLUA_H
#define CLUA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The interface to Lua.
 *
 * No function here raises a Lua error: code that may raise runs inside a protected call, many
 * operations at a time. Values cross as one flat buffer of bytes (see clua_Tag), never one by one,
 * and the caller never frees anything.
 *
 * A comment starts with the effect of the call on a Lua stack that its caller can see, as in Lua's
 * manual: [-popped, +pushed, raises]. Callers of this header see no Lua stack, so it is [-0, +0, -]
 * for all of these functions and is not repeated below.
 *
 * A buffer that a call returns ("the output") belongs to the state and is valid until the next call
 * that writes one.
 */

/* One Lua state with its limits. Only one thread at a time may use it. */
typedef struct clua_State clua_State;

typedef enum clua_Status {
  /* Done; the output has the results, if any. */
  CLUA_OK,
  /* Done, without a result, and clua_take_dead has nothing to return. */
  CLUA_NOTHING,
  /* The script waits for a host function; clua_resume continues the task. */
  CLUA_SUSPENDED,
  /* A Lua error; its description is in the output (see clua_output). */
  CLUA_FAILED,
  /* An error got past every protection. From now on, every call returns this status. */
  CLUA_POISONED,
  /* Lua is running: a host function cannot enter it. */
  CLUA_BUSY,
  /* Unknown task: finished, cancelled, or from another state. */
  CLUA_UNKNOWN
} clua_Status;

/*
 * The encoding of a value in a buffer: one tag byte, then the payload, little-endian and unaligned.
 * A list of values is a 32-bit count and the values; an empty buffer is an empty list.
 */
typedef enum clua_Tag {
  CLUA_NIL,
  CLUA_FALSE,
  CLUA_TRUE,
  CLUA_INTEGER,   /* 64-bit integer */
  CLUA_NUMBER,    /* 64-bit float */
  CLUA_STRING,    /* 32-bit length, bytes */
  CLUA_TABLE,     /* 32-bit length of the array part, 32-bit count of fields, values, pairs */
  CLUA_LIST, CLUA_FUNCTION, /* the same for a list; 32-bit reference */
  CLUA_OBJECT,    /* 32-bit class, 64-bit handle */
  CLUA_ERROR,     /* an error value: code, message, file, line as values */
  CLUA_REFERENCE, /* 8-bit Lua type, 32-bit reference: a value that was not copied */
  CLUA_RECORD,    /* from Lua: 64-bit tag of the record, 32-bit reference */
  CLUA_RECORD_SPEC       /* to Lua: 64-bit address of a clua_RecordSpec */
} clua_Tag;

/* The result of a host function; the comments describe the reply. */
typedef enum clua_Answer {
  CLUA_ANSWER_VALUES,  /* a list of results */
  CLUA_ANSWER_ERROR,   /* a list: code, message, file or nil, line or nil, caller's level */
  CLUA_ANSWER_RAISE,   /* a list of one value, raised unchanged */
  CLUA_ANSWER_CALL,    /* a list: a function and its arguments; its results are the results */
  CLUA_ANSWER_SUSPEND  /* nothing: clua_resume passes the result later */
} clua_Answer;

/*
 * A list of at least this size takes long to read, so the script that passes it is suspended
 * meanwhile.
 */
enum { CLUA_LONG_LIST = 64 * 1024 };

typedef struct clua_Bytes {
  const uint8_t *_Nullable bytes;
  size_t length;
} clua_Bytes;

typedef struct clua_Limits {
  size_t memory;      /* bytes that scripts may hold */
  size_t reserve;     /* additional bytes for values from the host */
  size_t block;       /* the largest single block a script may allocate */
  uint64_t time;      /* nanoseconds of processor time for one task, over all its runs */
  size_t value_bytes; /* the largest buffer that may cross */
  uint32_t value_depth; /* the deepest table that may cross */
  bool all_libraries;   /* scripts get all of Lua's libraries, without a sandbox */
} clua_Limits;

/*
 * Handles a call from Lua. `arguments` is a list of values. The reply must stay readable until
 * the next call of this function or the next call into the state.
 */
typedef clua_Answer (*clua_HostFunction)(
  void *_Nonnull context,
  uint64_t handle,
  clua_Bytes arguments,
  bool can_suspend,
  clua_Bytes *_Nonnull reply
);

/* Whether a host function may return CLUA_ANSWER_SUSPEND. */
typedef enum clua_Suspends {
  CLUA_SUSPENDS_NEVER,
  CLUA_SUSPENDS_SOMETIMES, /* `can_suspend` says whether it may now */
  CLUA_SUSPENDS_ALWAYS,    /* not called where it cannot suspend: Lua gets an error */
  CLUA_SUSPENDS_AT_ONCE    /* called only where it cannot suspend, or to read a long list of
                              arguments, which suspends; otherwise the task waits immediately */
} clua_Suspends;

typedef struct clua_Place {
  const char *_Nonnull file; /* without the '@' of a chunk name; lives as long as the output */
  size_t length;
  int line; /* 0 if unknown */
} clua_Place;

/* ---- a state ---- */

/* The linked release of Lua, such as "Lua 5.4.4". */
const char *_Nonnull clua_release(void);

/* Opens a state. Returns NULL if it does not fit into its limits. */
clua_State *_Nullable clua_open(
  const clua_Limits *_Nonnull limits, clua_HostFunction _Nonnull host, void *_Nonnull context);

/* Closes a state. A poisoned state is leaked instead: its memory is not touched again. */
void clua_close(clua_State *_Nonnull state);

bool clua_is_poisoned(const clua_State *_Nonnull state);

/* Returns whether Lua is running, that is, whether the caller is inside a host function. */
bool clua_is_running(const clua_State *_Nonnull state);

size_t clua_memory_in_use(const clua_State *_Nonnull state);
size_t clua_memory_peak(const clua_State *_Nonnull state);
/* Bytes that the state has taken from the system. */
size_t clua_memory_taken(const clua_State *_Nonnull state);

/* Changes the memory limit. Memory already in use is not affected. */
void clua_limit_memory(clua_State *_Nonnull state, size_t bytes);

/* Sets how many nanoseconds each task may compute from now on. */
void clua_limit_time(clua_State *_Nonnull state, uint64_t nanoseconds);

/*
 * Limits the time that all runs from now on may compute together, in addition to the limit of each;
 * UINT64_MAX removes the limit. Meanwhile, a run that loads another chunk gets the time of one more
 * task.
 */
void clua_share_time(clua_State *_Nonnull state, uint64_t nanoseconds);

/* Sets how many bytes scripts may allocate before the collector's next step. */
void clua_delay_collector(clua_State *_Nonnull state, size_t bytes);

/* The rest of the shared time, or UINT64_MAX. */
uint64_t clua_time_left(const clua_State *_Nonnull state);

/*
 * A clock, in nanoseconds, that runs while scripts run and costs almost nothing to read. It
 * advances in steps of some milliseconds, and may pause while no script of the process runs.
 */
uint64_t clua_clock(const clua_State *_Nonnull state);

/*
 * Returns whether the running script must stop. A host function that works for long checks this now
 * and then, and returns if so.
 */
bool clua_is_stopped(clua_State *_Nonnull state);

/* Runs a full collection. Must not be called while Lua is running. */
clua_Status clua_collect(clua_State *_Nonnull state);

/*
 * Runs a full collection inside a host function that has not written its answer yet. Must not be
 * called while Lua concatenates values: a collection would move the stack it uses.
 */
clua_Status clua_collect_running(clua_State *_Nonnull state);

/*
 * The output of the last call: after CLUA_OK a list of values; after CLUA_FAILED a list of kind
 * (integer: clua_Failure), code, message, file, line, frames (a flat list of file, line, function
 * name, first line) and the error value itself.
 */
clua_Bytes clua_output(const clua_State *_Nonnull state);

typedef enum clua_Failure {
  CLUA_FAILURE_SCRIPT,
  CLUA_FAILURE_SYNTAX,
  CLUA_FAILURE_MEMORY,
  CLUA_FAILURE_BLOCK, /* one block would have exceeded its limit */
  CLUA_FAILURE_STACK,
  CLUA_FAILURE_TIME,
  CLUA_FAILURE_CANCELLED
} clua_Failure;

/* ---- values that the host holds ---- */

/* Releases a reference. */
void clua_release_reference(clua_State *_Nonnull state, int32_t reference);

/* Releases the references among values that were not read: the rest of a list of arguments. */
void clua_drop_values(clua_State *_Nonnull state, clua_Bytes values);

/* Returns whether two references hold the same value. */
bool clua_is_same(const clua_State *_Nonnull state, int32_t one, int32_t other);

/* Returns where a Lua function begins; line 0 for a function that is not written in Lua. */
clua_Place clua_locate_function(clua_State *_Nonnull state, int32_t function);

/* Returns the number of parameters of a function, 255 for a variadic one. */
int clua_count_parameters(clua_State *_Nonnull state, int32_t function);

/* Copies the value of a reference into the output, up to `depth` levels of tables. */
clua_Status clua_read(clua_State *_Nonnull state, int32_t reference, uint32_t depth);

/* Copies one field of a table (raw access). `key` holds the key. */
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

/*
 * Makes a reference to an empty table for plain data: assigning a function to a field fails. `node`
 * describes its fields (see plain.c), unless it is negative.
 */
clua_Status clua_make_plain(
  clua_State *_Nonnull state, int32_t node, int32_t *_Nonnull reference);

/* Returns whether a value of a table for plain data was set since the last call. */
bool clua_take_plain_change(clua_State *_Nonnull state);

/*
 * Marks a table as a list even while it is empty; only if `like` is a list, unless `like` is
 * negative.
 */
clua_Status clua_note_list(clua_State *_Nonnull state, int32_t table, int32_t like);

/*
 * Makes a reference to a read-only table: `value` is a list of the table, and of two texts for
 * messages: its name and what to do instead.
 */
clua_Status clua_seal(
  clua_State *_Nonnull state, clua_Bytes value, int32_t *_Nonnull reference);

/*
 * Makes a reference to a table that computes each value when a script first reads it: `value` is a
 * list of a table of texts or lists of texts, and a table with a function per key that makes the
 * value from its text.
 */
clua_Status clua_make_unread(
  clua_State *_Nonnull state, clua_Bytes value, int32_t *_Nonnull reference);

/* ---- scripts ---- */

/* Makes a fresh table of the globals that a script may use. */
clua_Status clua_make_environment(clua_State *_Nonnull state, int32_t *_Nonnull reference);

/* Gives a reference to globals a fresh table; compiled functions keep the old one. */
clua_Status clua_renew_environment(clua_State *_Nonnull state, int32_t environment);

/* Copies the fields of a table into another one, and copies tables in it without a metatable. */
clua_Status clua_copy_fields(clua_State *_Nonnull state, int32_t table, int32_t target);

/*
 * Makes functions that scripts add to `string` in these globals methods of texts; Lua's own methods
 * stay.
 */
clua_Status clua_adopt_strings(clua_State *_Nonnull state, int32_t environment);

/*
 * Makes `os.time` and `os.date` of these globals call a function for the current Unix time in
 * seconds.
 */
clua_Status clua_move_day(clua_State *_Nonnull state, int32_t environment, int32_t now);

/*
 * Writes a function as compiled Lua, with all that errors need, or without the names of its local
 * variables. Returns an empty buffer if memory runs out. The bytes are valid until the next call
 * into the state.
 */
clua_Bytes clua_dump(clua_State *_Nonnull state, int32_t function, bool names_locals);

/*
 * Makes a chunk from the output of clua_dump in any state of this process. Never pass other bytes,
 * since Lua trusts them. The name is in the bytes.
 */
clua_Status clua_revive(
  clua_State *_Nonnull state, clua_Bytes compiled, int32_t environment, int32_t *_Nonnull function);

/*
 * Gives a script other globals for its next run; the functions that it made before keep theirs.
 */
clua_Status clua_join(clua_State *_Nonnull state, int32_t function, int32_t environment);

/*
 * Compiles a text chunk whose globals are `environment`. `name` starts with '@' or '='. With a
 * `list` (a reference; 0 for none) the chunk is our wrapper around a script: it is called
 * immediately with the list, and its result is the function.
 */
clua_Status clua_load(
  clua_State *_Nonnull state, clua_Bytes source, const char *_Nonnull name,
  int32_t environment, int32_t list, int32_t *_Nonnull function);

/*
 * Returns the barrier that prevents the running script, which called the host, from waiting: the
 * name of a library function, or words such as "at load time"; empty if nothing prevents it. Valid
 * until Lua runs.
 */
const char *_Nonnull clua_find_barrier(clua_State *_Nonnull state);

/* Used in place of a task for the running script. */
#define CLUA_NO_TASK UINT64_MAX

/* The line where a running or waiting script called the host: level 1 is the nearest call. */
clua_Place clua_find_caller(clua_State *_Nonnull state, uint64_t task, int level);

/*
 * Returns whether a running or waiting script called the host inside a pcall or xpcall of its own.
 * Examines only the 200 nearest calls of its coroutine.
 */
bool clua_is_protected(clua_State *_Nonnull state, uint64_t task);

/* ---- running ---- */

typedef enum clua_DecisionKind {
  CLUA_DECIDED_NOTHING, /* no value */
  CLUA_DECIDED_NIL,     /* an explicit nil */
  CLUA_DECIDED_TRUE,
  CLUA_DECIDED_FALSE,   /* `text`: the reason, if given */
  CLUA_DECIDED_TEXT,    /* `text` */
  CLUA_DECIDED_OBJECT,  /* `handle` */
  CLUA_DECIDED_OTHER    /* `text`: the type of the value */
} clua_DecisionKind;

/* Used in place of a missing handle. */
#define CLUA_NO_HANDLE UINT64_MAX

/* The result of a guard; after CLUA_SUSPENDED the call that a script waits for. */
typedef struct clua_Decision {
  clua_DecisionKind kind;
  bool has_dead;   /* clua_take_dead has a handle */
  uint64_t handle; /* of an object, or the task */
  uint64_t awaited; /* the handle of the awaited host function if it was not called */
  clua_Bytes text; /* a text, or the arguments of the waiting call, empty if there are none;
                      valid until Lua runs. A long list has been read before */
} clua_Decision;

/*
 * Calls a function with a list of arguments on a pooled coroutine. With `may_suspend`, it may wait
 * for a host function; `decision` then describes the call.
 */
clua_Status clua_start(
  clua_State *_Nonnull state,
  int32_t function,
  clua_Bytes arguments,
  bool may_suspend,
  clua_Decision *_Nonnull decision
);

/* Continues a task with the result of the host function that it waits for. */
clua_Status clua_resume(
  clua_State *_Nonnull state,
  uint64_t task,
  clua_Answer answer,
  clua_Bytes reply,
  clua_Decision *_Nonnull decision
);

/*
 * Charges a task for the time that this thread has computed since the task began to wait. (The
 * first wait of a task is not measured.)
 */
void clua_charge(clua_State *_Nonnull state, uint64_t task);

/* Ends a waiting task: its script never continues. */
clua_Status clua_cancel(clua_State *_Nonnull state, uint64_t task);

/* ---- host functions and objects ---- */

/* Makes a function that calls the host, and a reference to it. */
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
 * pairs (returns one flat list of keys and values).
 */
clua_Status clua_make_class(
  clua_State *_Nonnull state, clua_Bytes definition, uint32_t *_Nonnull number);

/* Returns whether Lua holds a value for the handle of an object. */
bool clua_is_held(clua_State *_Nonnull state, uint64_t handle);

/* Sets the function that `print` calls with one text. */
void clua_set_print(clua_State *_Nonnull state, int32_t function);

/* Returns whether clua_take_dead has a handle. Must not be called while Lua is running. */
bool clua_has_dead(const clua_State *_Nonnull state);

/* Takes one handle that Lua no longer has a value for. Returns false if no such handle is left. */
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
  CLUA_KIND_NONE    /* ignored: it has no name */
} clua_Kind;

/*
 * The content of a record until a script first gets it. The host owns the memory. The content is
 * copied then, and `place` is the record's place until clua_drop_record.
 */
typedef struct clua_RecordSpec {
  int32_t shape;
  int32_t place; /* 0: not created yet */
  uint64_t tag; /* the host's own number */
  clua_Bytes text;
  const clua_Range *_Nullable ranges;
  uint32_t range_count;
  uint8_t separator;
  bool eager; /* the block has references, functions or objects: it is read immediately */
  clua_Bytes block; /* a list of name, value, name, value … */
} clua_RecordSpec;

/*
 * Makes a shape. The definition is a list of:
 * - its name
 * - a table of fixed fields
 * - the list of parameter names
 * - a string with a clua_Kind for each parameter
 * - the fields that a block may omit, in three lists: fields that are then nil, then an empty
 *   table, then the whole text
 * - a table of merged fields (name to a list of fields)
 * - a table of computed fields (name to a function; a value with a second result is not kept)
 * - a table of parsers (parameter to a function of its text)
 * - a function of record and name for unknown fields
 * - a function of the record that returns its text
 *
 * All except the name and the kinds may be nil if not needed; the fixed fields and names must be
 * tables.
 */
clua_Status clua_make_shape(
  clua_State *_Nonnull state, clua_Bytes definition, int32_t *_Nonnull reference);

/* Drops the record at a place; scripts may still hold it. */
void clua_drop_record(clua_State *_Nonnull state, int32_t place);

/*
 * Calls a guard that has no parameters, and reads its result. Returns a status of clua_start, or
 * CLUA_NOTHING, which leaves `decision` unchanged.
 */
clua_Status clua_decide(
  clua_State *_Nonnull state, int32_t function, clua_Decision *_Nonnull decision);

/* Calls function(state, target) with as many of the two as it has parameters, at least one. */
clua_Status clua_decide_with(
  clua_State *_Nonnull state,
  int32_t function,
  int parameters,
  clua_RecordSpec *_Nonnull record,
  clua_RecordSpec *_Nullable target,
  clua_Decision *_Nonnull decision
);

/* CLuaDebug.h has the functions of a debugger, CLuaTesting.h those of tests. */

#include "CLuaDebug.h"
#include "CLuaTesting.h"

#endif
