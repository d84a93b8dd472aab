#include "values.h"

/* Texts for values, without addresses in the sandbox: tostring and print of scripts. */

/*
 * Pushes a text such as "table: 3", with a unique number that the value gets at its first use.
 * Scripts with all of Lua's libraries see addresses, as in Lua.
 */
static void push_numbered(lua_State *L, int index, const char *kind) {
  clua_State *S = state_of(L);
  if (S->shows_addresses) {
    lua_pushfstring(L, "%s: %p", kind, lua_topointer(L, index));
    return;
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, S->registered.names);
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
    lua_pushliteral(L, "function: (C)");
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

void push_table_name(lua_State *L, int index) {
  luaL_checkstack(L, 8, "tostring");
  push_numbered(L, lua_absindex(L, index), "table");
}

void push_display(lua_State *L, int index) {
  index = lua_absindex(L, index);
  luaL_checkstack(L, 8, "tostring");
  if (luaL_getmetafield(L, index, "__tostring") != LUA_TNIL) {
    prepare_callbacks(L);
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
  if (lua_rawgeti(L, LUA_REGISTRYINDEX, S->registered.print) != LUA_TFUNCTION) return 0;
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
