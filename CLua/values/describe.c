#include "values.h"

#include <stdlib.h>
#include <string.h>

/* Describing failures to the host. */

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

/* The codes that only the host may use, for scripts that it stopped and calls that it refused. */
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

/* Writes the code that a script gave its own error, unless the code is reserved or not a name. */
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

/* Writes an error value of the host: a script may have changed only its message. */
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

/* Writes code, message, file and line of the table at argument 1. */
static void describe_table(clua_Buffer *output, lua_State *L) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, state_of(L)->registered.origins);
  lua_pushvalue(L, 1);
  if (lua_rawget(L, -2) == LUA_TSTRING) {
    describe_origin(output, L);
  } else {
    describe_code(output, L);
    describe_field(output, L, 1, "message");
    buffer_put_byte(output, CLUA_NIL); /* a script does not give its file */
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
  /* A single value, not a list: removes the count again. */
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
  if (stopped != NULL && stopped->thread == L) L = NULL; /* these are its frames */
  for (int i = 0; L != NULL && i < MAX_SEEN_FRAMES && lua_getstack(L, i, &frame); i++) {
    if (count >= MAX_TRACE_FRAMES) break;
    lua_getinfo(L, "Sln", &frame);
    if (!is_script(&frame)) continue;
    describe_frame(output, frame_file(&frame), frame.currentline, frame.name, frame.linedefined);
    count++;
  }
  if (output->length >= patch + 8) buffer_patch_u32(output, patch, count * 4);
}

/* Whether Lua has run out of C stack because of calls that are still on the stack. */
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

clua_Status clua_build(clua_State *S, lua_CFunction body, void *argument) {
  lua_State *L = working_thread(S);
  bool building = S->account.building;
  S->account.building = true;
  if (S->running == NULL) forget_refusals(S);
  int status = clua_protect(L, body, argument);
  S->account.building = building;
  if (status == LUA_OK) return CLUA_OK;
  if (status == -1) {
    S->output.length = 0;
    return CLUA_FAILED;
  }
  describe_failure(S, L, status);
  return CLUA_FAILED;
}
