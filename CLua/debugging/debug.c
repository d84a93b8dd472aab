#include "debugging.h"

#include <stdlib.h>

/* The debugger of a state: attaching it, setting where it stops, and detaching it. */

/* ---- breakpoints ---- */

static const clua_BreakpointFile *find_file(const clua_Debugger *D, const char *name, size_t length) {
  for (size_t i = 0; i < D->file_count; i++) {
    const clua_BreakpointFile *file = &D->files[i];
    if (file->length == length && memcmp(file->name, name, length) == 0) return file;
  }
  return NULL;
}

/* The first breakpoint of a file at or after a line. */
static size_t first_from(const clua_BreakpointFile *file, uint32_t line) {
  size_t low = 0, high = file->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (file->breakpoints[middle].line < line) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static const clua_BreakpointFile *file_of(const clua_Debugger *D, const lua_Debug *frame) {
  if (frame->srclen == 0 || *frame->source != '@') return NULL;
  return find_file(D, frame->source + 1, frame->srclen - 1);
}

uint32_t find_breakpoint(const clua_Debugger *D, const lua_Debug *frame, uint32_t line) {
  const clua_BreakpointFile *file = file_of(D, frame);
  if (file == NULL) return 0;
  size_t place = first_from(file, line);
  bool found = place < file->count && file->breakpoints[place].line == line;
  return found ? file->breakpoints[place].id : 0;
}

bool has_breakpoints(const clua_Debugger *D, const lua_Debug *frame) {
  const clua_BreakpointFile *file = file_of(D, frame);
  if (file == NULL || file->count == 0) return false;
  if (frame->linedefined == 0) return true; /* a whole script */
  size_t place = first_from(file, (uint32_t)frame->linedefined);
  return place < file->count
         && file->breakpoints[place].line <= (uint32_t)frame->lastlinedefined;
}

static int compare_lines(const void *one, const void *other) {
  uint32_t a = ((const clua_Breakpoint *)one)->line, b = ((const clua_Breakpoint *)other)->line;
  return a < b ? -1 : a > b;
}

static void drop_file(clua_Debugger *D, const clua_BreakpointFile *file) {
  size_t place = (size_t)(file - D->files);
  free(D->files[place].name);
  free(D->files[place].breakpoints);
  D->files[place] = D->files[--D->file_count];
}

bool clua_set_breakpoints(
  clua_State *S, clua_Bytes file, const clua_Breakpoint *breakpoints, size_t count
) {
  clua_Debugger *D = S->debugger;
  if (D == NULL || !D->is_attached) return false;
  const clua_BreakpointFile *old = find_file(D, (const char *)file.bytes, file.length);
  if (old != NULL) drop_file(D, old);
  if (count == 0) return true;
  clua_BreakpointFile *files = realloc(D->files, (D->file_count + 1) * sizeof *files);
  if (files == NULL) return false;
  D->files = files;
  clua_BreakpointFile fresh = {malloc(file.length + 1), file.length, NULL, count};
  fresh.breakpoints = malloc(count * sizeof *breakpoints);
  if (fresh.name == NULL || fresh.breakpoints == NULL) {
    free(fresh.name);
    free(fresh.breakpoints);
    return false;
  }
  if (file.length > 0) memcpy(fresh.name, file.bytes, file.length);
  memcpy(fresh.breakpoints, breakpoints, count * sizeof *breakpoints);
  qsort(fresh.breakpoints, count, sizeof *breakpoints, compare_lines);
  D->files[D->file_count++] = fresh;
  return true;
}

static void drop_files(clua_Debugger *D) {
  while (D->file_count > 0) drop_file(D, D->files);
}

/* ---- stopping ---- */

/* Describes the error value on top of the thread, which is not popped, into the output. */
static void describe_error(clua_State *S, lua_State *L) {
  size_t refused = S->account.refused;
  bool lost = S->account.lost;
  if (!lua_checkstack(L, 1)) {
    S->output.length = 0;
    return;
  }
  lua_pushvalue(L, -1);
  describe_failure(S, L, LUA_ERRRUN);
  S->account.refused = refused;
  S->account.lost = lost;
}

bool stop_script(clua_State *S, lua_State *L, clua_Stop why, const lua_Debug *frame, uint32_t id) {
  clua_Debugger *D = S->debugger;
  clua_Place where = {"", 0, 0};
  char file[sizeof S->file];
  if (frame != NULL) {
    const char *name = frame_file(frame);
    where.length = strnlen(name, sizeof file - 1);
    memcpy(file, name, where.length);
    where.file = file;
    where.line = frame->currentline;
  }
  file[where.length] = '\0';
  D->stopped = L;
  lua_State *running = S->running;
  S->running = D->helper;
  clua_Buffer output = S->output;
  S->output = D->output;
  hold_run(S);
  if (why >= CLUA_STOP_RAISED) describe_error(S, L);
  clua_Go go = D->stop(D->context, why, where, id);
  release_run(S);
  D->output = S->output;
  S->output = output;
  S->running = running;
  D->stopped = NULL;
  forget_shown(S);
  if (go == CLUA_GO_PASS) return false;
  drop_hooks(S, WANT_PAUSE);
  D->step = CLUA_GO_ON;
  if (go == CLUA_GO_END) {
    if (S->kill == KILL_NONE) S->kill = KILL_CANCELLED;
  } else if (D->is_attached && go != CLUA_GO_ON) {
    begin_step(D, L, go);
  }
  return true;
}

/* ---- attaching ---- */

static void free_debugger(clua_State *S) {
  clua_Debugger *D = S->debugger;
  drop_files(D);
  free(D->files);
  free(D->frames);
  free(D->parents);
  free(D->output.bytes);
  free(D->answer.bytes);
  free(D->arguments.bytes);
  free(D);
  S->debugger = NULL;
}

static int make_helper(lua_State *L) {
  clua_Debugger *D = lua_touserdata(L, 1);
  lua_newtable(L);
  D->values = luaL_ref(L, LUA_REGISTRYINDEX);
  D->helper = lua_newthread(L);
  luaL_checkstack(D->helper, CALLBACK_STACK, "debugger");
  D->helper_anchor = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

bool clua_attach_debugger(
  clua_State *S, clua_StopFunction stop, void *context, int32_t environment
) {
  if (S->base != NULL || S->poisoned) return false;
  if (S->debugger == NULL) {
    clua_Debugger *D = calloc(1, sizeof *D);
    if (D == NULL) return false;
    S->debugger = D;
    S->free_debugger = free_debugger;
    if (clua_build(S, make_helper, D) != CLUA_OK) {
      free_debugger(S);
      return false;
    }
    set_hooks(S, D->helper, 0);
  }
  clua_Debugger *D = S->debugger;
  D->stop = stop;
  D->context = context;
  D->environment = environment;
  D->is_attached = true;
  D->stops_uncaught = true;
  S->hooks.debug = debug_event;
  S->hooks.enter = debug_enter;
  S->hooks.leave = debug_leave;
  S->hooks.raised = debug_raised;
  want_hooks(S, WANT_DEBUGGER);
  return true;
}

void clua_detach_debugger(clua_State *S) {
  clua_Debugger *D = S->debugger;
  if (D == NULL) return;
  drop_hooks(S, WANT_DEBUGGER);
  drop_hooks(S, WANT_PAUSE);
  drop_hooks(S, WANT_RAISED);
  drop_files(D);
  D->is_attached = false;
  D->step = CLUA_GO_ON;
  D->stops_raised = D->stops_uncaught = false;
  if (D->stopped == NULL) forget_shown(S);
}

void clua_stop_at_errors(clua_State *S, bool raised, bool uncaught) {
  clua_Debugger *D = S->debugger;
  if (D == NULL || !D->is_attached) return;
  D->stops_raised = raised;
  D->stops_uncaught = uncaught;
  if (raised) {
    want_hooks(S, WANT_RAISED);
  } else {
    drop_hooks(S, WANT_RAISED);
  }
}

uint64_t clua_debug_events(const clua_State *S) {
  return S->debugger == NULL ? 0 : S->debugger->event_count;
}

void clua_pause(clua_State *S) { want_hooks(S, WANT_PAUSE); }
