#include "debugging.h"

/*
 * The variables that a frame sees. The frame's thread is not the asking thread: values cross from
 * one stack to the other. All functions raise, on the asking thread.
 */

/* Locals with names that begin like this are Lua's own, such as the counter of a loop. */
static bool is_hidden(const char *name) { return *name == '('; }

/* The number of the local with a name, the last one in scope, or 0. */
static int find_local(lua_State *T, const lua_Debug *frame, const char *name) {
  int found = 0;
  const char *known;
  for (int i = 1; (known = lua_getlocal(T, frame, i)) != NULL; i++) {
    lua_pop(T, 1);
    if (strcmp(known, name) == 0 && !is_hidden(known)) found = i;
  }
  return found;
}

bool push_local(lua_State *L, uint32_t frame, const char *name) {
  lua_State *T;
  lua_Debug at;
  if (!find_shown(state_of(L), frame, "", &T, &at)) return false;
  int place = find_local(T, &at, name);
  if (place == 0) return false;
  luaL_checkstack(L, 1, "debugger");
  lua_getlocal(T, &at, place);
  lua_xmove(T, L, 1);
  return true;
}

bool set_local(lua_State *L, uint32_t frame, const char *name) {
  lua_State *T;
  lua_Debug at;
  if (!find_shown(state_of(L), frame, "", &T, &at)) return false;
  int place = find_local(T, &at, name);
  if (place == 0) return false;
  lua_xmove(L, T, 1);
  lua_setlocal(T, &at, place);
  return true;
}

int push_extra(lua_State *L, uint32_t frame) {
  enum { MOST_EXTRA = 200 };
  lua_State *T;
  lua_Debug at;
  int count = 0;
  if (!find_shown(state_of(L), frame, "", &T, &at)) return 0;
  luaL_checkstack(L, MOST_EXTRA + 1, "debugger");
  while (count < MOST_EXTRA && lua_getlocal(T, &at, -(count + 1)) != NULL) {
    lua_xmove(T, L, 1);
    count++;
  }
  return count;
}

bool set_extra(lua_State *L, uint32_t frame, int number) {
  lua_State *T;
  lua_Debug at;
  if (number < 1 || !find_shown(state_of(L), frame, "", &T, &at)) return false;
  lua_xmove(L, T, 1);
  if (lua_setlocal(T, &at, -number) != NULL) return true;
  lua_pop(T, 1);
  return false;
}

void put_locals(lua_State *L, uint32_t frame) {
  lua_State *T;
  lua_Debug at;
  const char *name;
  if (!find_shown(state_of(L), frame, "", &T, &at)) return;
  luaL_checkstack(L, LUA_MINSTACK, "debugger");
  for (int i = 1; (name = lua_getlocal(T, &at, i)) != NULL; i++) {
    bool is_seen = !is_hidden(name) && find_local(T, &at, name) == i;
    if (is_seen) {
      lua_xmove(T, L, 1);
      lua_pushstring(L, name);
      lua_insert(L, -2);
      put_variable(L, frame);
    } else {
      lua_pop(T, 1);
    }
  }
  int count = push_extra(L, frame);
  int start = lua_gettop(L) - count;
  for (int i = 1; i <= count; i++) {
    lua_pushfstring(L, "...[%d]", i);
    lua_pushvalue(L, start + i);
    put_variable(L, frame);
  }
  lua_settop(L, start);
}

/* ---- upvalues ---- */

static bool is_environment(const char *name) { return strcmp(name, "_ENV") == 0; }

/* Pushes the function of a frame. */
static bool push_function(lua_State *L, uint32_t frame) {
  lua_State *T;
  lua_Debug at;
  luaL_checkstack(L, LUA_MINSTACK, "debugger");
  if (!find_shown(state_of(L), frame, "f", &T, &at)) return false;
  lua_xmove(T, L, 1);
  return true;
}

/* The number of the upvalue with a name of the function on top, or 0. */
static int find_upvalue(lua_State *L, const char *name) {
  const char *known;
  for (int i = 1; (known = lua_getupvalue(L, -1, i)) != NULL; i++) {
    lua_pop(L, 1);
    if (*known != '\0' && !is_hidden(known) && strcmp(known, name) == 0) return i;
  }
  return 0;
}

bool push_upvalue(lua_State *L, uint32_t frame, const char *name) {
  if (!push_function(L, frame)) return false;
  int place = find_upvalue(L, name);
  if (place != 0) {
    lua_getupvalue(L, -1, place);
    lua_insert(L, -2);
  }
  lua_pop(L, 1);
  return place != 0;
}

bool set_upvalue(lua_State *L, uint32_t frame, const char *name) {
  if (!push_function(L, frame)) return false;
  int place = find_upvalue(L, name);
  if (place != 0) {
    lua_insert(L, -2);
    lua_setupvalue(L, -2, place);
  }
  lua_pop(L, 1);
  return place != 0;
}

void put_upvalues(lua_State *L, uint32_t frame) {
  const char *name;
  if (!push_function(L, frame)) return;
  for (int i = 1; (name = lua_getupvalue(L, -1, i)) != NULL; i++) {
    if (*name == '\0' || is_hidden(name) || is_environment(name)) {
      lua_pop(L, 1);
      continue;
    }
    lua_pushstring(L, name);
    lua_insert(L, -2);
    put_variable(L, frame);
  }
  lua_pop(L, 1);
}

/* ---- globals ---- */

void push_globals(lua_State *L, uint32_t frame) {
  if (push_local(L, frame, "_ENV") || push_upvalue(L, frame, "_ENV")) {
    if (lua_istable(L, -1)) return;
    lua_pop(L, 1);
  }
  luaL_checkstack(L, 2, "debugger");
  lua_rawgeti(L, LUA_REGISTRYINDEX, state_of(L)->debugger->environment);
}
