#include "internal.h"

#include <stdarg.h>
#include <string.h>

/* Errors: making them, telling which may be caught, and describing them to the host. */

static const char kill_mark; /* its address is a value that no script can make */

void push_kill(lua_State *L) { lua_pushlightuserdata(L, (void *)(uintptr_t)&kill_mark); }

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

/* Whether a frame is of a script: not of C, and not of our own Lua, whose names begin with //. */
static bool is_script(const lua_Debug *frame) {
  return *frame->what != 'C' && strncmp(frame->source, "@//", 3) != 0;
}

bool find_frame(lua_State *L, int level, lua_Debug *frame) {
  for (int i = 0; lua_getstack(L, i, frame); i++) {
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

void push_error_value(lua_State *L) {
  static const char *const fields[] = {"line", "file", "message", "code"};
  lua_createtable(L, 0, 4);
  lua_insert(L, -5);
  for (int i = 0; i < 4; i++) lua_setfield(L, -5 + i, fields[i]);
  lua_rawgeti(L, LUA_REGISTRYINDEX, state_of(L)->kept.error_meta);
  lua_setmetatable(L, -2);
}

int clua_raise(lua_State *L, const char *code, const char *format, ...) {
  va_list arguments;
  lua_Debug frame;
  luaL_checkstack(L, 8, "error");
  lua_pushstring(L, code);
  va_start(arguments, format);
  lua_pushvfstring(L, format, arguments);
  va_end(arguments);
  if (find_frame(L, 1, &frame)) {
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

/* Writes code, message, file, line and the value of argument 1, with raw access only. */
static int describe_value(lua_State *L) {
  clua_State *S = state_of(L);
  clua_Buffer *output = &S->output;
  int type = lua_type(L, 1);
  if (type == LUA_TTABLE) {
    describe_field(output, L, 1, "code");
    describe_field(output, L, 1, "message");
    describe_field(output, L, 1, "file");
    describe_field(output, L, 1, "line");
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

static clua_Failure failure_kind(clua_State *S, lua_State *from, int status) {
  lua_Debug frame;
  if (S->kill == KILL_TIME) return CLUA_FAILURE_TIME;
  if (S->kill == KILL_CANCELLED) return CLUA_FAILURE_CANCELLED;
  if (S->kill == KILL_MEMORY || status == LUA_ERRMEM || was_refused(S)) {
    bool is_deep = S->stopped.count != 0 && S->stopped.is_deep;
    if (is_deep || lua_getstack(from, ENDLESS_DEPTH, &frame)) return CLUA_FAILURE_STACK;
    return S->account.refused > S->account.limits.block ? CLUA_FAILURE_BLOCK : CLUA_FAILURE_MEMORY;
  }
  return status == LUA_ERRSYNTAX ? CLUA_FAILURE_SYNTAX : CLUA_FAILURE_SCRIPT;
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
