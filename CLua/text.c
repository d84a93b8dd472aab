#include "internal.h"

#include <string.h>

/* Texts for values, without addresses: tostring, print and string.format of scripts. */

/* Pushes "table: 3": a number that is this value's own, given at its first use. */
static void push_numbered(lua_State *L, int index, const char *kind) {
  clua_State *S = state_of(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, S->kept.names);
  lua_pushvalue(L, index);
  if (lua_rawget(L, -2) == LUA_TNIL) {
    lua_pop(L, 1);
    lua_pushinteger(L, (lua_Integer)++S->last_name);
    lua_pushvalue(L, index);
    lua_pushvalue(L, -2);
    lua_rawset(L, -4);
  }
  lua_pushfstring(L, "%s: %I", kind, lua_tointeger(L, -1));
  lua_replace(L, -3);
  lua_pop(L, 1);
}

static void push_function_name(lua_State *L, int index) {
  lua_Debug frame;
  lua_pushvalue(L, index);
  lua_getinfo(L, ">S", &frame);
  if (*frame.what == 'C') {
    lua_pushliteral(L, "function: builtin");
  } else {
    lua_pushfstring(L, "function: %s:%d", frame_file(&frame), frame.linedefined);
  }
}

static void push_other(lua_State *L, int index) {
  if (luaL_getmetafield(L, index, "__name") == LUA_TSTRING) {
    push_numbered(L, index, lua_tostring(L, -1));
    lua_remove(L, -2);
    return;
  }
  push_numbered(L, index, luaL_typename(L, index));
}

void push_display(lua_State *L, int index) {
  index = lua_absindex(L, index);
  luaL_checkstack(L, 8, "tostring");
  if (luaL_getmetafield(L, index, "__tostring") != LUA_TNIL) {
    check_depth(L);
    luaL_checkstack(L, CALLBACK_STACK, "tostring");
    lua_pushvalue(L, index);
    lua_call(L, 1, 1);
    if (!lua_isstring(L, -1)) luaL_error(L, "'__tostring' must return a string");
    return;
  }
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      lua_pushvalue(L, index);
      lua_tolstring(L, -1, NULL);
      break;
    case LUA_TSTRING: lua_pushvalue(L, index); break;
    case LUA_TBOOLEAN: lua_pushstring(L, lua_toboolean(L, index) ? "true" : "false"); break;
    case LUA_TNIL: lua_pushliteral(L, "nil"); break;
    case LUA_TLIGHTUSERDATA: lua_pushliteral(L, "userdata"); break;
    case LUA_TFUNCTION: push_function_name(L, index); break;
    default: push_other(L, index); break;
  }
}

int script_with_stack(lua_State *L) {
  check_depth(L);
  luaL_checkstack(L, CALLBACK_STACK, "callback");
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

int script_tostring(lua_State *L) {
  luaL_checkany(L, 1);
  push_display(L, 1);
  return 1;
}

int script_print(lua_State *L) {
  clua_State *S = state_of(L);
  int count = lua_gettop(L);
  luaL_Buffer text;
  for (int i = 1; i <= count; i++) {
    push_display(L, i);
    lua_replace(L, i);
  }
  if (lua_rawgeti(L, LUA_REGISTRYINDEX, S->kept.print) != LUA_TFUNCTION) return 0;
  luaL_buffinit(L, &text);
  for (int i = 1; i <= count; i++) {
    if (i > 1) luaL_addchar(&text, '\t');
    lua_pushvalue(L, i);
    luaL_addvalue(&text);
  }
  luaL_pushresult(&text);
  lua_call(L, 1, 0);
  return 0;
}

/* ---- string.format ---- */

/*
 * Rewrites the arguments and the format so that Lua's own string.format never prints an address:
 * values for %s become our texts, %p becomes %s of a constant. Upvalue 1 is Lua's own.
 */
static void rewrite_conversion(lua_State *L, char *conversion, int argument) {
  if (argument > lua_gettop(L)) return; /* Lua's own says what is missing */
  if (*conversion == 'p') {
    *conversion = 's';
    lua_pushliteral(L, "(address)");
    lua_replace(L, argument);
  } else if (*conversion == 's') {
    int type = lua_type(L, argument);
    if (type == LUA_TSTRING || type == LUA_TNUMBER) return;
    push_display(L, argument);
    lua_replace(L, argument);
  }
}

int script_format(lua_State *L) {
  size_t length;
  const char *format = luaL_checklstring(L, 1, &length);
  int argument = 1;
  luaL_checkstack(L, 12, "string.format");
  char *copy = lua_newuserdatauv(L, length + 1, 0); /* anchored below, freed by Lua */
  memcpy(copy, format, length + 1);
  lua_insert(L, 1); /* copy, format, arguments */
  for (size_t i = 0; i < length; i++) {
    if (copy[i] != '%') continue;
    i++;
    if (copy[i] == '%') continue;
    while (copy[i] != 0 && strchr("-+ #0123456789.", copy[i]) != NULL) i++;
    argument++;
    if (i < length) rewrite_conversion(L, &copy[i], argument + 1);
  }
  lua_pushlstring(L, copy, length);
  lua_replace(L, 2);
  lua_remove(L, 1); /* the copy is not needed any more */
  return lua_tocfunction(L, lua_upvalueindex(1))(L); /* in this frame: its errors name us */
}
