#include "sandbox.h"

/*
 * Our own setmetatable. Lua gets a private copy with only the safe metamethods (others cause memory
 * faults in released versions of Lua). `__metatable` in the copy refers to the script's own table,
 * which getmetatable therefore returns.
 */

static const char *const allowed[] = {
  "__index", "__newindex", "__call", "__tostring", "__name", "__pairs", "__len", "__eq", "__lt",
  "__le",    "__unm",      "__bnot", "__add",      "__sub",  "__mul",   "__div", "__idiv", "__mod",
  "__pow",   "__band",     "__bor",  "__bxor",     "__shl",  "__shr",
};
static const char *const refused[] = {"__gc", "__mode", "__close", "__concat"};

enum {
  ALLOWED = sizeof allowed / sizeof *allowed,
  REFUSED = sizeof refused / sizeof *refused,
  OWN = ALLOWED + REFUSED + 1 /* "__metatable" */
};

static void refuse_metamethods(lua_State *L) {
  for (int i = 0; i < REFUSED; i++) {
    lua_pushvalue(L, lua_upvalueindex(ALLOWED + i + 1));
    if (lua_rawget(L, 2) != LUA_TNIL) {
      clua_raise(
        L, "denied", "setmetatable does not take '%s' (scripts have no finalizers, weak tables, "
        "closing or concatenation of tables); remove it", refused[i]);
    }
    lua_pop(L, 1);
  }
}

/* Pushes the private copy for the script's metatable at index 2, creating it if necessary. */
static void push_copy(lua_State *L) {
  clua_State *S = state_of(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, S->registered.metatables);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, -2) == LUA_TTABLE) {
    lua_remove(L, -2);
    return;
  }
  lua_pop(L, 1);
  lua_newtable(L);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, -2);
  lua_rawset(L, -4);
  lua_remove(L, -2);
}

static void fill_copy(lua_State *L, int copy) {
  for (int i = 1; i <= ALLOWED; i++) {
    lua_pushvalue(L, lua_upvalueindex(i));
    lua_pushvalue(L, -1);
    lua_rawget(L, 2);
    lua_rawset(L, copy);
  }
  lua_pushvalue(L, lua_upvalueindex(OWN));
  lua_pushvalue(L, -1);
  if (lua_rawget(L, 2) == LUA_TNIL) {
    lua_pop(L, 1);
    lua_pushvalue(L, 2);
  }
  lua_rawset(L, copy);
}

/*
 * Returns whether the metatable of argument 1 must not be replaced: it may be if the script's own
 * table has no `__metatable`.
 */
static bool is_protected(lua_State *L) {
  if (!lua_getmetatable(L, 1)) return false;
  lua_pushvalue(L, lua_upvalueindex(OWN));
  if (lua_rawget(L, -2) != LUA_TTABLE) {
    bool locked = !lua_isnil(L, -1);
    lua_pop(L, 2);
    return locked;
  }
  /* The copy, found under the script's table, is the metatable in use. */
  lua_rawgeti(L, LUA_REGISTRYINDEX, state_of(L)->registered.metatables);
  lua_pushvalue(L, -2);
  lua_rawget(L, -2);
  bool own = lua_rawequal(L, -1, -4);
  lua_pop(L, 4);
  return !own;
}

static int script_setmetatable(lua_State *L) {
  int type = lua_type(L, 2);
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
  lua_settop(L, 2);
  if (is_protected(L)) return luaL_error(L, "cannot change a protected metatable");
  if (type == LUA_TTABLE) {
    refuse_metamethods(L);
    push_copy(L);
    fill_copy(L, 3);
  }
  lua_settop(L, type == LUA_TTABLE ? 3 : 2);
  lua_setmetatable(L, 1);
  lua_settop(L, 1);
  return 1;
}

void push_setmetatable(lua_State *L) {
  luaL_checkstack(L, OWN + 1, "setmetatable");
  for (int i = 0; i < ALLOWED; i++) lua_pushstring(L, allowed[i]);
  for (int i = 0; i < REFUSED; i++) lua_pushstring(L, refused[i]);
  lua_pushliteral(L, "__metatable");
  lua_pushcclosure(L, script_setmetatable, OWN);
}
