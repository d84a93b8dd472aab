#ifndef CLUA_DEBUGGING_H
#define CLUA_DEBUGGING_H

/* The debugger: stops scripts, and reads and evaluates their variables. */

#include "../calls/calls.h"

/* The breakpoints of one file. */
typedef struct clua_BreakpointFile {
  char *name; /* without the first byte of a chunk name */
  size_t length;
  clua_Breakpoint *breakpoints; /* by line */
  size_t count;
} clua_BreakpointFile;

/* A frame that has a number: it is `level` calls from the end of its thread. */
typedef struct clua_ShownFrame {
  lua_State *L; /* kept alive by the table of shown values */
  int level;
  uint64_t task; /* the task it was listed for */
} clua_ShownFrame;

enum { MAX_SHOWN_FRAMES = 4000, MAX_SHOWN_VALUES = 100000 };

/* How many coroutines of one script are searched. */
enum { MAX_NESTED = 200 };

struct clua_Debugger {
  bool is_attached;
  bool stops_raised, stops_uncaught;
  bool is_told; /* the coroutine that raised the fatal error has shown it */
  clua_StopFunction stop;
  void *context;
  clua_BreakpointFile *files;
  size_t file_count;
  /* The current step: its kind, and the thread, depth and line where it began. */
  clua_Go step;
  const lua_State *step_thread;
  int step_depth, step_line;
  /* The thread that was resumed last, which reports its line again. */
  const lua_State *resumed;
  int resumed_line;
  /* The thread that is stopped, or NULL. */
  lua_State *stopped;
  lua_State *helper; /* for preparing code that may raise */
  int helper_anchor, environment, values; /* references */
  uint64_t serial; /* number of this stop, which identifies the shown values */
  clua_ShownFrame *frames;
  uint32_t frame_count, frame_capacity;
  uint32_t *parents; /* by number of a value: the frame through which it was reached */
  uint32_t value_count, value_capacity;
  bool is_asking; /* a question is being answered */
  uint64_t event_count; /* for tests: the number of hook events */
  clua_Buffer output, arguments; /* the state's, while a script is stopped */
  clua_Buffer answer;            /* of questions */
  uint32_t answered;             /* the number of variables in it */
  lua_State *asking; /* the thread that answers */
};

/* ---- debug.c ---- */

/* Finds the breakpoint of a line, or whether a function has any. */
uint32_t find_breakpoint(const clua_Debugger *D, const lua_Debug *frame, uint32_t line);
bool has_breakpoints(const clua_Debugger *D, const lua_Debug *frame);

/*
 * Stops a script; when this returns, the script continues or will be killed. Returns false if it
 * continues as if it had not stopped.
 */
bool stop_script(clua_State *S, lua_State *L, clua_Stop why, const lua_Debug *frame, uint32_t id);

/* ---- step.c ---- */

void debug_event(clua_State *S, lua_State *L, lua_Debug *frame);
int debug_enter(clua_State *S, lua_State *L);
void debug_leave(clua_State *S, lua_State *L, lua_State *outer, int status);
void debug_raised(clua_State *S, lua_State *L);
/* Begins a step at the current place of a thread. */
void begin_step(clua_Debugger *D, lua_State *L, clua_Go how);
/* The number of calls of a thread. */
int count_calls(lua_State *L);

/* ---- question.c ---- */

/* A question: the function that runs, and its input. */
typedef struct clua_Question {
  lua_CFunction body; /* called with the question as a light userdata */
  uint64_t task;
  uint32_t frame, parent, first, count;
  bool items;
  clua_Bytes source, name;
} clua_Question;

/* Answers a question on a fresh thread, with a time limit. */
clua_Status answer_question(clua_State *S, clua_Question *question, clua_Bytes *answer);

/* ---- frames.c ---- */

void forget_shown(clua_State *S);
/* Finds a frame by its number, and fills in the fields that `what` selects. */
bool find_shown(clua_State *S, uint32_t number, const char *what, lua_State **L, lua_Debug *frame);

/*
 * Gives a value a number, kept at that place of the table of shown values. Returns false if memory
 * runs out.
 */
bool note_value(clua_Debugger *D, uint32_t frame);

/* ---- variables.c: raises ---- */

/*
 * Adds a variable to the answer: its name is below the value on top, and both are popped. `frame`
 * is the frame through which it was reached.
 */
void put_variable(lua_State *L, uint32_t frame);

/* ---- scopes.c: all raise ---- */

void put_locals(lua_State *L, uint32_t frame);
void put_upvalues(lua_State *L, uint32_t frame);
/*
 * Finds the local or the upvalue of a frame by name, and pushes it; returns false if none has that
 * name.
 */
bool push_local(lua_State *L, uint32_t frame, const char *name);
bool push_upvalue(lua_State *L, uint32_t frame, const char *name);
/* Sets it to the value on top (popped), or leaves that there and returns false. */
bool set_local(lua_State *L, uint32_t frame, const char *name);
bool set_upvalue(lua_State *L, uint32_t frame, const char *name);
/* Pushes the extra arguments of a frame and returns their number. */
int push_extra(lua_State *L, uint32_t frame);
/* Pushes the globals of a frame. */
void push_globals(lua_State *L, uint32_t frame);
/* Sets the extra argument with a number, from 1, to the value on top (popped), or returns false. */
bool set_extra(lua_State *L, uint32_t frame, int number);

static inline bool is_scope(uint32_t parent) { return (parent & UINT32_C(0x80000000)) != 0; }
static inline uint32_t scope_frame(uint32_t parent) {
  uint32_t frame = (parent & UINT32_C(0x7fffffff)) >> 2;
  return frame == UINT32_C(0x1fffffff) ? CLUA_NO_FRAME : frame;
}
static inline clua_Scope scope_kind(uint32_t parent) { return (clua_Scope)(parent & 3); }

/* ---- evaluate.c: raises ---- */

/* Pushes the function of an expression, or of statements, in the scope of a frame. */
void push_text(lua_State *L, uint32_t frame, clua_Bytes source, bool only_expression);

#endif
