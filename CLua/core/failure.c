#include "core.h"

#include <stdarg.h>
#include <string.h>

/* Errors: creating them, and deciding which a script may catch. */

static const char kill_key; /* a script cannot make a value equal to its address */

void push_kill(lua_State *L) { lua_pushlightuserdata(L, (void *)(uintptr_t)&kill_key); }

void check_alive(lua_State *L) {
  clua_State *S = state_of(L);
  if (S->kill == KILL_NONE) return;
  if (!S->stopped.is_certain && (S->kill != KILL_MEMORY || S->stopped.count == 0)) {
    note_stop(S, L);
  }
  S->stopped.is_certain = true;
  /* The frame may be full of results, which are not needed any more. */
  if (!lua_checkstack(L, 1)) lua_pop(L, 1);
  push_kill(L);
  lua_error(L);
}

void check_depth(lua_State *L) {
  uintptr_t base = state_of(L)->stack_base;
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  size_t used = base > here ? base - here : here - base;
  if (base != 0 && used > MAX_C_STACK) luaL_error(L, "stack overflow (calls nested too deeply)");
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
  for (int i = first; i < MAX_SEEN_FRAMES && lua_getstack(L, i, frame); i++) {
    lua_getinfo(L, "Sl", frame);
    if (is_script(frame) && --level <= 0) return true;
  }
  return false;
}

const char *frame_file(const lua_Debug *frame) {
  bool named = *frame->source == '@' || *frame->source == '=';
  return named ? frame->source + 1 : frame->short_src;
}

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
  for (int i = 0; i < MAX_SEEN_FRAMES && lua_getstack(L, i, &frame); i++) {
    if (stopped->count == MAX_TRACE_FRAMES) break;
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
 * Pushes the line, code and file that an error value was created with; a script cannot change them.
 * The origin starts with the length of the code, since a file name and a code may contain any byte.
 */
static void push_origin(lua_State *L, int code) {
  const char *file = lua_tostring(L, code + 2);
  const char *text = lua_tostring(L, code);
  int line = (int)lua_tointeger(L, code + 3);
  if (text == NULL) text = "";
  lua_pushfstring(L, "%d %d %s%s", line, (int)strlen(text), text, file == NULL ? "" : file);
}

/*
 * Collects the unreferenced error values now and then: otherwise the table of their origins could
 * grow beyond one block before the collector gets to it.
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
