#include "debugging.h"

/*
 * Evaluating texts in the scope of a frame. The globals of a text are an empty table: reads and
 * assignments search the frame's locals, its upvalues, and its globals.
 */

/* Upvalues of the events: the frame, the number of the stop, the globals. */
enum { UP_FRAME = 1, UP_SERIAL, UP_GLOBALS };

/* Returns whether the frame still exists: a function of a text may outlive it. */
static bool is_shown(lua_State *L) {
  clua_Debugger *D = state_of(L)->debugger;
  bool current = (uint64_t)lua_tointeger(L, lua_upvalueindex(UP_SERIAL)) == D->serial;
  return current && lua_type(L, 2) == LUA_TSTRING;
}

static uint32_t frame_of(lua_State *L) {
  return (uint32_t)lua_tointeger(L, lua_upvalueindex(UP_FRAME));
}

static int index_place(lua_State *L) {
  if (is_shown(L)) {
    const char *name = lua_tostring(L, 2);
    if (push_local(L, frame_of(L), name) || push_upvalue(L, frame_of(L), name)) return 1;
  }
  lua_pushvalue(L, 2);
  lua_gettable(L, lua_upvalueindex(UP_GLOBALS));
  return 1;
}

static int assign_place(lua_State *L) {
  lua_settop(L, 3);
  if (is_shown(L)) {
    const char *name = lua_tostring(L, 2);
    if (set_local(L, frame_of(L), name) || set_upvalue(L, frame_of(L), name)) return 0;
  }
  lua_settable(L, lua_upvalueindex(UP_GLOBALS));
  return 0;
}

static void push_event(lua_State *L, uint32_t frame, lua_CFunction event) {
  lua_pushinteger(L, frame);
  lua_pushinteger(L, (lua_Integer)state_of(L)->debugger->serial);
  push_globals(L, frame);
  lua_pushcclosure(L, event, 3);
}

static void push_place(lua_State *L, uint32_t frame) {
  lua_newtable(L);
  lua_createtable(L, 0, 3);
  push_event(L, frame, index_place);
  lua_setfield(L, -2, "__index");
  push_event(L, frame, assign_place);
  lua_setfield(L, -2, "__newindex");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
}

/* ---- compiling ---- */

typedef struct Reading {
  const char *start; /* read first, or NULL */
  clua_Bytes text;
} Reading;

static const char *read_text(lua_State *L, void *data, size_t *size) {
  Reading *reading = data;
  check_alive(L);
  if (reading->start != NULL) {
    const char *start = reading->start;
    reading->start = NULL;
    *size = strlen(start);
    return start;
  }
  const char *piece = (const char *)reading->text.bytes;
  *size = reading->text.length < 256 ? reading->text.length : 256;
  reading->text.bytes += *size;
  reading->text.length -= *size;
  if (checks_time(state_of(L))) check_time(state_of(L));
  return piece;
}

void push_text(lua_State *L, uint32_t frame, clua_Bytes source, bool only_expression) {
  luaL_checkstack(L, LUA_MINSTACK, "debugger");
  Reading expression = {"return ", source};
  int status = lua_load(L, read_text, &expression, "=(eval)", "t");
  if (status != LUA_OK) {
    check_caught(L, status);
    if (only_expression) lua_error(L);
    lua_pop(L, 1);
    Reading statements = {NULL, source};
    status = lua_load(L, read_text, &statements, "=(eval)", "t");
    if (status != LUA_OK) {
      check_caught(L, status);
      lua_error(L);
    }
  }
  push_place(L, frame);
  lua_setupvalue(L, -2, 1);
}

static int evaluate(lua_State *L) {
  const clua_Question *question = lua_touserdata(L, 1);
  push_text(L, question->frame, question->source, false);
  lua_call(L, push_extra(L, question->frame), LUA_MULTRET);
  int count = lua_gettop(L);
  for (int i = 2; i <= count; i++) {
    lua_pushinteger(L, i - 1);
    lua_tostring(L, -1);
    lua_pushvalue(L, i);
    put_variable(L, question->frame);
  }
  return 0;
}

clua_Status clua_evaluate(clua_State *S, uint32_t frame, clua_Bytes source, clua_Bytes *answer) {
  clua_Question question = {.body = evaluate, .frame = frame, .source = source};
  return answer_question(S, &question, answer);
}
