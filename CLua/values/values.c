#include "values.h"

#include <string.h>

/* Values that the host holds by reference. */

typedef struct Protected {
  lua_CFunction body;
  clua_Request *request;
} Protected;

static clua_Status request_body(clua_State *S, void *argument) {
  Protected *call = argument;
  return clua_build(S, call->body, call->request);
}

clua_Status run_request(clua_State *S, lua_CFunction body, clua_Request *what) {
  Protected call = {body, what};
  return clua_enter(S, request_body, &call);
}

void clua_release_reference(clua_State *S, int32_t reference) {
  if (!S->poisoned) luaL_unref(working_thread(S), LUA_REGISTRYINDEX, reference);
}

bool clua_is_same(const clua_State *S, int32_t one, int32_t other) {
  lua_State *L = working_thread((clua_State *)(uintptr_t)S);
  if (S->poisoned || !lua_checkstack(L, 2)) return false;
  lua_rawgeti(L, LUA_REGISTRYINDEX, one);
  lua_rawgeti(L, LUA_REGISTRYINDEX, other);
  bool same = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return same;
}

clua_Place clua_locate_function(clua_State *S, int32_t function) {
  clua_Place place = {S->file, 0, 0};
  lua_State *L = working_thread(S);
  lua_Debug frame;
  S->file[0] = 0;
  if (S->poisoned || !lua_checkstack(L, 2)) return place;
  lua_rawgeti(L, LUA_REGISTRYINDEX, function);
  if (!lua_isfunction(L, -1)) {
    lua_pop(L, 1);
    return place;
  }
  lua_getinfo(L, ">S", &frame);
  if (*frame.what == 'C') return place;
  const char *file = frame_file(&frame);
  size_t length = strlen(file);
  if (length > sizeof S->file - 1) length = sizeof S->file - 1;
  memcpy(S->file, file, length);
  S->file[length] = 0;
  place.length = length;
  place.line = frame.linedefined > 0 ? frame.linedefined : 1; /* a main chunk begins at line 1 */
  return place;
}

int clua_count_parameters(clua_State *S, int32_t function) {
  lua_State *L = working_thread(S);
  lua_Debug frame;
  if (S->poisoned || !lua_checkstack(L, 2)) return 255;
  lua_rawgeti(L, LUA_REGISTRYINDEX, function);
  if (!lua_isfunction(L, -1)) {
    lua_pop(L, 1);
    return 255;
  }
  lua_getinfo(L, ">u", &frame);
  return frame.isvararg ? 255 : frame.nparams;
}

static int read_value(lua_State *L) {
  clua_Request *what = lua_touserdata(L, 1);
  clua_State *S = state_of(L);
  S->output.length = 0;
  lua_rawgeti(L, LUA_REGISTRYINDEX, what->subject);
  encode_list(L, &S->output, lua_gettop(L), 1, what->depth);
  encode_done(S);
  return 0;
}

clua_Status clua_read(clua_State *S, int32_t reference, uint32_t depth) {
  clua_Request what = {.subject = reference, .depth = depth};
  return run_request(S, read_value, &what);
}

static void push_table(lua_State *L, const clua_Request *what) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, what->subject);
  if (!lua_istable(L, -1)) {
    luaL_error(L, "table expected, got %s", luaL_typename(L, -1));
  }
}

static int read_field(lua_State *L) {
  clua_Request *what = lua_touserdata(L, 1);
  clua_State *S = state_of(L);
  S->output.length = 0;
  push_table(L, what);
  if (decode_list(L, what->bytes) != 1) luaL_error(L, "one key expected");
  lua_rawget(L, 2);
  encode_list(L, &S->output, lua_gettop(L), 1, what->depth);
  encode_done(S);
  return 0;
}

clua_Status clua_read_field(clua_State *S, int32_t table, clua_Bytes key, uint32_t depth) {
  clua_Request what = {.subject = table, .depth = depth, .bytes = key};
  return run_request(S, read_field, &what);
}

static int assign_fields(lua_State *L) {
  clua_Request *what = lua_touserdata(L, 1);
  push_table(L, what);
  bool is_sealed = push_sealed(L, 2);
  lua_settop(L, 2);
  int count = decode_list(L, what->bytes);
  for (int i = 0; i + 1 < count; i += 2) {
    lua_pushvalue(L, 3 + i);
    lua_pushvalue(L, 4 + i);
    if (is_sealed) {
      lua_settable(L, 2); /* which checks the value */
    } else {
      lua_rawset(L, 2);
    }
  }
  return 0;
}

clua_Status clua_assign(clua_State *S, int32_t table, clua_Bytes fields) {
  clua_Request what = {.subject = table, .bytes = fields};
  return run_request(S, assign_fields, &what);
}

static int hold_value(lua_State *L) {
  clua_Request *what = lua_touserdata(L, 1);
  if (decode_list(L, what->bytes) != 1) luaL_error(L, "one value expected");
  what->reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

clua_Status clua_hold(clua_State *S, clua_Bytes value, int32_t *reference) {
  clua_Request what = {.bytes = value, .reference = LUA_NOREF};
  clua_Status status = run_request(S, hold_value, &what);
  *reference = what.reference;
  return status;
}

static int give_metatable(lua_State *L) {
  clua_Request *what = lua_touserdata(L, 1);
  push_table(L, what);
  if (decode_list(L, what->bytes) != 1) luaL_error(L, "one value expected");
  lua_pushvalue(L, 2);
  lua_setmetatable(L, -2);
  what->reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

clua_Status clua_hold_with(
  clua_State *S, int32_t metatable, clua_Bytes value, int32_t *reference
) {
  clua_Request what = {.subject = metatable, .bytes = value, .reference = LUA_NOREF};
  clua_Status status = run_request(S, give_metatable, &what);
  *reference = what.reference;
  return status;
}

static int seal_value(lua_State *L) {
  clua_Request *what = lua_touserdata(L, 1);
  decode_list(L, what->bytes);
  lua_rotate(L, -3, -1); /* name and advice below the table */
  seal_table(L, lua_tostring(L, -3), lua_tostring(L, -2));
  what->reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

clua_Status clua_seal(clua_State *S, clua_Bytes value, int32_t *reference) {
  clua_Request what = {.bytes = value, .reference = LUA_NOREF};
  clua_Status status = run_request(S, seal_value, &what);
  *reference = what.reference;
  return status;
}
