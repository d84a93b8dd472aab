#include "values.h"

#include <string.h>

/* Shapes: the common parts of all records of one route, created once, as their metatable. */

typedef struct MakingShape {
  clua_Bytes definition;
  int32_t reference;
} MakingShape;

/* Enters a kind for every name in the list at `names`, or for every key of the table there. */
static void enter_kinds(lua_State *L, int fields, int names, bool keys, const void *kind) {
  if (!lua_istable(L, names)) return;
  lua_pushnil(L);
  while (lua_next(L, names) != 0) {
    lua_pushvalue(L, keys ? -2 : -1);
    lua_pushlightuserdata(L, (void *)(uintptr_t)kind);
    lua_rawset(L, fields);
    lua_pop(L, 1);
  }
}

/* Removes tables from the fixed fields: each record that is read gets a copy. */
static void enter_fixed(lua_State *L, int fields, int statics) {
  lua_pushnil(L);
  while (lua_next(L, fields) != 0) {
    if (lua_istable(L, -1)) {
      lua_pushvalue(L, -2);
      lua_pushvalue(L, -2);
      lua_rawset(L, statics);
      lua_pushvalue(L, -2);
      lua_pushlightuserdata(L, (void *)(uintptr_t)&field_kinds.fixed);
      lua_rawset(L, fields);
    }
    lua_pop(L, 1);
  }
}

/* Pushes the upvalues in their order. The definition starts at 2. */
static void push_upvalues(lua_State *L, int shape, int statics) {
  const int places[UP_COUNT] = {
    shape, SHAPE_STATIC, SHAPE_NAMES, statics, SHAPE_MERGED, SHAPE_COMPUTED, SHAPE_PARSERS,
    SHAPE_UNKNOWN, SHAPE_STRICT,
  };
  for (int i = 0; i < UP_COUNT; i++) lua_pushvalue(L, places[i]);
}

/* Replaces each function for missing keys by a metatable, per field. */
static void enter_strict(lua_State *L) {
  if (!lua_istable(L, SHAPE_STRICT)) return;
  lua_pushnil(L);
  while (lua_next(L, SHAPE_STRICT) != 0) {
    int field = lua_gettop(L) - 1;
    lua_pushvalue(L, field);
    push_strict(L, field, field + 1);
    lua_rawset(L, SHAPE_STRICT);
    lua_pop(L, 1);
  }
}

static void push_shape(lua_State *L) {
  size_t count;
  const char *kinds = luaL_checklstring(L, SHAPE_KINDS, &count);
  clua_Shape *shape = lua_newuserdatauv(L, sizeof *shape + count, 0);
  shape->count = (uint32_t)count;
  shape->parses = lua_istable(L, SHAPE_PARSERS);
  memcpy(shape->kinds, kinds, count);
}

static void set_closure(
  lua_State *L, int metatable, const char *event, lua_CFunction function, int shape, int statics
) {
  push_upvalues(L, shape, statics);
  lua_pushcclosure(L, function, UP_COUNT);
  lua_setfield(L, metatable, event);
}

static int make_shape(lua_State *L) {
  MakingShape *making = lua_touserdata(L, 1);
  if (decode_list(L, making->definition) != SHAPE_STRICT - 1) {
    return luaL_error(L, "malformed shape");
  }
  luaL_checkstack(L, UP_COUNT + 8, "shape");
  push_shape(L);
  int shape = lua_gettop(L);
  lua_newtable(L);
  int statics = shape + 1;
  enter_fixed(L, SHAPE_STATIC, statics);
  enter_kinds(L, SHAPE_STATIC, SHAPE_OPTIONAL, false, &field_kinds.optional);
  enter_kinds(L, SHAPE_STATIC, SHAPE_TABLES, false, &field_kinds.table);
  enter_kinds(L, SHAPE_STATIC, SHAPE_TEXTS, false, &field_kinds.text);
  enter_kinds(L, SHAPE_STATIC, SHAPE_MERGED, true, &field_kinds.merged);
  enter_kinds(L, SHAPE_STATIC, SHAPE_COMPUTED, true, &field_kinds.computed);
  enter_strict(L);
  lua_newtable(L);
  int metatable = lua_gettop(L);
  set_closure(L, metatable, "__index", record_index, shape, statics);
  set_closure(L, metatable, "__pairs", record_pairs, shape, statics);
  lua_pushcfunction(L, record_newindex);
  lua_setfield(L, metatable, "__newindex");
  lua_pushvalue(L, SHAPE_NAME);
  lua_setfield(L, metatable, "__name");
  lua_pushvalue(L, SHAPE_TEXT);
  lua_setfield(L, metatable, "__tostring");
  lua_pushboolean(L, 0);
  lua_setfield(L, metatable, "__metatable");
  lua_pushboolean(L, 1);
  lua_rawsetp(L, metatable, &field_kinds.metatable);
  making->reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

static clua_Status make_shape_body(clua_State *S, void *argument) {
  return clua_build(S, make_shape, argument);
}

clua_Status clua_make_shape(clua_State *S, clua_Bytes definition, int32_t *reference) {
  MakingShape making = {definition, LUA_NOREF};
  clua_Status status = clua_enter(S, make_shape_body, &making);
  *reference = making.reference;
  return status;
}
