#include "internal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Errors: making them, telling which may be caught, and describing them to the host. */

static const char kill_key; /* its address is a value that no script can make */

void push_kill(lua_State *L) { lua_pushlightuserdata(L, (void *)(uintptr_t)&kill_key); }

void check_alive(lua_State *L) {
  clua_State *S = state_of(L);
  if (S->kill == KILL_NONE) return;
  if (!S->stopped.is_certain && (S->kill != KILL_MEMORY || S->stopped.count == 0)) {
    note_stop(S, L);
  }
  S->stopped.is_certain = true;
  push_kill(L);
  lua_error(L);
}

void check_depth(lua_State *L) {
  uintptr_t base = state_of(L)->stack_base;
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  size_t used = base > here ? base - here : here - base;
  if (base != 0 && used > MAX_C_STACK) luaL_error(L, "stack overflow (calls nested too deep)");
}

void resume_collector(lua_State *L, clua_State *S) {
  S->gc_paused = false;
  lua_gc(L, LUA_GCRESTART);
}

void check_caught(lua_State *L, int status) {
  clua_State *S = state_of(L);
  S->account.building = false;
  if (S->kill == KILL_NONE && (status == LUA_ERRMEM || was_refused(S))) {
    S->kill = KILL_MEMORY;
  }
  if (S->kill != KILL_NONE && S->gc_paused) resume_collector(L, S);
  check_alive(L);
}

bool is_script(const lua_Debug *frame) {
  return *frame->what != 'C' && strncmp(frame->source, "@//", 3) != 0;
}

bool find_frame(lua_State *L, int first, int level, lua_Debug *frame) {
  for (int i = first; lua_getstack(L, i, frame); i++) {
    lua_getinfo(L, "Sl", frame);
    if (is_script(frame) && --level <= 0) return true;
  }
  return false;
}

const char *frame_file(const lua_Debug *frame) {
  bool named = *frame->source == '@' || *frame->source == '=';
  return named ? frame->source + 1 : frame->short_src;
}

enum { ENDLESS_DEPTH = 2000 };

static void copy_text(char *target, size_t size, const char *text) {
  size_t length = strlen(text);
  if (length >= size) length = size - 1;
  memcpy(target, text, length);
  target[length] = '\0';
}

void note_stop(clua_State *S, lua_State *L) {
  lua_Debug frame;
  clua_Stopped *stopped = &S->stopped;
  stopped->count = 0;
  stopped->thread = L;
  for (int i = 0; stopped->count < MAX_TRACE_FRAMES && lua_getstack(L, i, &frame); i++) {
    lua_getinfo(L, "Sln", &frame);
    if (!is_script(&frame) || frame.currentline <= 0) continue;
    clua_StoppedFrame *noted = &stopped->frames[stopped->count++];
    copy_text(noted->file, sizeof noted->file, frame_file(&frame));
    copy_text(noted->name, sizeof noted->name, frame.name == NULL ? "" : frame.name);
    noted->line = frame.currentline;
    noted->defined = frame.linedefined;
  }
  stopped->is_deep = lua_getstack(L, ENDLESS_DEPTH, &frame);
}

/*
 * Pushes line, code and file that an error value is made with, whatever a script writes into it. The
 * length of the code says where it ends: a file's name, and a code, may hold any byte.
 */
static void push_origin(lua_State *L, int code) {
  const char *file = lua_tostring(L, code + 2);
  const char *text = lua_tostring(L, code);
  int line = (int)lua_tointeger(L, code + 3);
  if (text == NULL) text = "";
  lua_pushfstring(L, "%d %d %s%s", line, (int)strlen(text), text, file == NULL ? "" : file);
}

/*
 * Collects the error values that nobody holds, now and then: the table of their origins must not
 * grow beyond one block before the collector comes to it.
 */
static void forget_errors(lua_State *L, clua_State *S) {
  if (++S->error_count < MAX_ERRORS || S->gc_paused) return;
  S->error_count = 0;
  lua_gc(L, LUA_GCCOLLECT);
}

void push_error_value(lua_State *L) {
  static const char *const fields[] = {"line", "file", "message", "code"};
  luaL_checkstack(L, 6, "error");
  forget_errors(L, state_of(L));
  int value = lua_gettop(L) - 3;
  push_origin(L, value);
  lua_insert(L, value);
  lua_createtable(L, 0, 4);
  lua_insert(L, -5);
  for (int i = 0; i < 4; i++) lua_setfield(L, -5 + i, fields[i]);
  lua_rawgeti(L, LUA_REGISTRYINDEX, state_of(L)->registered.error_meta);
  lua_setmetatable(L, -2);
  lua_rawgeti(L, LUA_REGISTRYINDEX, state_of(L)->registered.origins);
  lua_pushvalue(L, -2);
  lua_pushvalue(L, value);
  lua_rawset(L, -3);
  lua_pop(L, 1);
  lua_remove(L, value);
}

int clua_raise(lua_State *L, const char *code, const char *format, ...) {
  va_list arguments;
  lua_Debug frame;
  luaL_checkstack(L, 8, "error");
  lua_pushstring(L, code);
  va_start(arguments, format);
  lua_pushvfstring(L, format, arguments);
  va_end(arguments);
  if (find_frame(L, 0, 1, &frame)) {
    lua_pushstring(L, frame_file(&frame));
    lua_pushinteger(L, frame.currentline);
  } else {
    lua_pushnil(L);
    lua_pushnil(L);
  }
  push_error_value(L);
  return lua_error(L);
}

/* ---- describing ---- */

static void describe_text(clua_Buffer *output, lua_State *L, int index) {
  size_t length;
  int type = lua_type(L, index);
  if (type == LUA_TSTRING || type == LUA_TNUMBER) {
    const char *text = lua_tolstring(L, index, &length);
    buffer_put_string(output, text, length > 4096 ? 4096 : length);
  } else {
    buffer_put_byte(output, CLUA_NIL);
  }
}

static void describe_field(clua_Buffer *output, lua_State *L, int index, const char *name) {
  lua_pushstring(L, name);
  lua_rawget(L, index);
  describe_text(output, L, -1);
  lua_pop(L, 1);
}

/* The codes that only the host gives: what it stopped, and what it refused. */
static bool is_reserved(const char *code) {
  static const char *const reserved[] = {
    "bad_source", "cancelled", "cannot_await", "closed", "denied", "host_error", "memory_limit",
    "misuse", "poisoned", "stack_overflow", "syntax_error", "timeout",
  };
  for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) {
    if (strcmp(code, reserved[i]) == 0) return true;
  }
  return false;
}

/* The code that a script gave its own error, unless it is the host's or no name. */
static void describe_code(clua_Buffer *output, lua_State *L) {
  enum { LONGEST_CODE = 64 };
  size_t length = 0;
  lua_pushliteral(L, "code");
  int type = lua_rawget(L, 1);
  const char *code = type == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
  if (code == NULL || length == 0 || length > LONGEST_CODE || is_reserved(code)) {
    buffer_put_byte(output, CLUA_NIL);
  } else {
    buffer_put_string(output, code, length);
  }
  lua_pop(L, 1);
}

/* Writes an error value of the host: only its message may have been changed. */
static void describe_origin(clua_Buffer *output, lua_State *L) {
  char *rest;
  long line = strtol(lua_tostring(L, -1), &rest, 10);
  size_t length = (size_t)strtol(rest, &rest, 10);
  const char *code = rest + 1, *file = code + length;
  buffer_put_string(output, code, length);
  describe_field(output, L, 1, "message");
  if (*file != '\0') {
    buffer_put_string(output, file, strlen(file));
    buffer_put_integer(output, line);
  } else {
    buffer_put_byte(output, CLUA_NIL);
    buffer_put_byte(output, CLUA_NIL);
  }
}

/* Writes code, message, file and line of the table that is argument 1. */
static void describe_table(clua_Buffer *output, lua_State *L) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, state_of(L)->registered.origins);
  lua_pushvalue(L, 1);
  if (lua_rawget(L, -2) == LUA_TSTRING) {
    describe_origin(output, L);
  } else {
    describe_code(output, L);
    describe_field(output, L, 1, "message");
    buffer_put_byte(output, CLUA_NIL); /* a script does not say where it was */
    buffer_put_byte(output, CLUA_NIL);
  }
  lua_pop(L, 2);
}

/* Writes code, message, file, line and the value of argument 1, with raw access only. */
static int describe_value(lua_State *L) {
  clua_State *S = state_of(L);
  clua_Buffer *output = &S->output;
  int type = lua_type(L, 1);
  if (type == LUA_TTABLE) {
    describe_table(output, L);
  } else {
    buffer_put_byte(output, CLUA_NIL);
    describe_text(output, L, 1);
    buffer_put_byte(output, CLUA_NIL);
    buffer_put_byte(output, CLUA_NIL);
  }
  if (type == LUA_TSTRING) {
    buffer_put_byte(output, CLUA_NIL);
    return 0;
  }
  size_t start = output->length;
  encode_list(L, output, 1, 1, 0);
  /* A single value, not a list: take the count out again. */
  memmove(output->bytes + start, output->bytes + start + 4, output->length - start - 4);
  output->length -= 4;
  encode_done(S);
  return 0;
}

static void describe_frame(
  clua_Buffer *output, const char *file, int line, const char *name, int defined
) {
  buffer_put_string(output, file, strlen(file));
  buffer_put_integer(output, line);
  if (name != NULL) {
    buffer_put_string(output, name, strlen(name));
  } else {
    buffer_put_byte(output, CLUA_NIL);
  }
  buffer_put_integer(output, defined);
}

/* Writes where a script was stopped, and the Lua frames of a thread, as one flat array. */
static void describe_frames(clua_Buffer *output, lua_State *L, const clua_Stopped *stopped) {
  lua_Debug frame;
  uint32_t count = 0;
  buffer_put_byte(output, CLUA_TABLE);
  size_t patch = output->length;
  buffer_put_u32(output, 0);
  buffer_put_u32(output, 0);
  for (; stopped != NULL && count < stopped->count; count++) {
    const clua_StoppedFrame *noted = &stopped->frames[count];
    const char *name = *noted->name == '\0' ? NULL : noted->name;
    describe_frame(output, noted->file, noted->line, name, noted->defined);
  }
  if (stopped != NULL && stopped->thread == L) L = NULL; /* its frames are those */
  for (int i = 0; L != NULL && count < MAX_TRACE_FRAMES && lua_getstack(L, i, &frame); i++) {
    lua_getinfo(L, "Sln", &frame);
    if (!is_script(&frame)) continue;
    describe_frame(output, frame_file(&frame), frame.currentline, frame.name, frame.linedefined);
    count++;
  }
  if (output->length >= patch + 8) buffer_patch_u32(output, patch, count * 4);
}

/* Whether Lua found that its C stack is used up, by calls that are still there to be seen. */
static bool is_too_deep(lua_State *from) {
  enum { DEEP = 60 };
  lua_Debug frame;
  if (lua_type(from, -1) != LUA_TSTRING || !lua_getstack(from, DEEP, &frame)) return false;
  return strstr(lua_tostring(from, -1), "stack overflow") != NULL;
}

static clua_Failure failure_kind(clua_State *S, lua_State *from, int status) {
  lua_Debug frame;
  if (S->kill == KILL_TIME) return CLUA_FAILURE_TIME;
  if (S->kill == KILL_CANCELLED) return CLUA_FAILURE_CANCELLED;
  if (S->kill == KILL_MEMORY || status == LUA_ERRMEM || was_refused(S)) {
    bool is_deep = S->stopped.count != 0 && S->stopped.is_deep;
    if (is_deep || lua_getstack(from, ENDLESS_DEPTH, &frame)) return CLUA_FAILURE_STACK;
    return S->account.refused > S->account.limits.block ? CLUA_FAILURE_BLOCK : CLUA_FAILURE_MEMORY;
  }
  if (status == LUA_ERRSYNTAX) return CLUA_FAILURE_SYNTAX;
  return is_too_deep(from) ? CLUA_FAILURE_STACK : CLUA_FAILURE_SCRIPT;
}

void describe_failure(clua_State *S, lua_State *from, int status) {
  clua_Buffer *output = &S->output;
  lua_State *L = working_thread(S);
  output->length = 0;
  buffer_put_u32(output, 7);
  clua_Failure kind = failure_kind(S, from, status);
  buffer_put_integer(output, kind);
  forget_refusals(S);
  size_t start = output->length;
  bool described = false;
  bool building = S->account.building;
  S->account.building = true;
  if (lua_checkstack(L, 4)) {
    lua_pushcfunction(L, describe_value);
    if (from == L) {
      lua_insert(L, -2);
    } else {
      lua_xmove(from, L, 1);
    }
    described = lua_pcall(L, 1, 0, 0) == LUA_OK;
    if (!described) lua_pop(L, 1);
  } else {
    lua_pop(from, 1);
  }
  S->account.building = building;
  if (!described) {
    output->length = start;
    for (int i = 0; i < 5; i++) buffer_put_byte(output, CLUA_NIL);
  }
  bool is_stopped = kind != CLUA_FAILURE_SCRIPT && kind != CLUA_FAILURE_SYNTAX
    && S->stopped.count != 0;
  describe_frames(output, from, is_stopped ? &S->stopped : NULL);
  forget_refusals(S);
}
