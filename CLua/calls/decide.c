#include "calls.h"

#include <stdio.h>
#include <string.h>

/* The hot call: calls a guard, with a state and a target, and reads its answer in one crossing. */

static void put_text(clua_State *S, clua_Decision *decision, const char *text, size_t length) {
  S->output.length = 0;
  if (!buffer_put(&S->output, text, length)) return;
  decision->text.bytes = S->output.bytes;
  decision->text.length = length;
}

/* The second value is the reason: text, or a number as text. */
static void put_reason(clua_State *S, lua_State *T, clua_Decision *decision) {
  size_t length;
  char digits[48];
  if (lua_type(T, 2) == LUA_TSTRING) {
    const char *text = lua_tolstring(T, 2, &length);
    put_text(S, decision, text, length);
  } else if (lua_isinteger(T, 2)) {
    int count = snprintf(digits, sizeof digits, LUA_INTEGER_FMT, lua_tointeger(T, 2));
    put_text(S, decision, digits, (size_t)count);
  } else if (lua_type(T, 2) == LUA_TNUMBER) {
    int count = snprintf(digits, sizeof digits, LUA_NUMBER_FMT, lua_tonumber(T, 2));
    put_text(S, decision, digits, (size_t)count);
  }
}

/* Reads the first `count` values of a finished thread that holds no others. */
CLUA_INLINE void read_answer(clua_State *S, lua_State *T, int count, clua_Decision *decision) {
  size_t length;
  const char *text;
  uint32_t class;
  if (count == 0) {
    decision->kind = CLUA_DECIDED_NOTHING;
    return;
  }
  switch (lua_type(T, 1)) {
    case LUA_TNIL: decision->kind = CLUA_DECIDED_NIL; break;
    case LUA_TBOOLEAN:
      if (lua_toboolean(T, 1)) {
        decision->kind = CLUA_DECIDED_TRUE;
        break;
      }
      decision->kind = CLUA_DECIDED_FALSE;
      if (count > 1) put_reason(S, T, decision);
      break;
    case LUA_TSTRING:
      decision->kind = CLUA_DECIDED_TEXT;
      text = lua_tolstring(T, 1, &length);
      put_text(S, decision, text, length);
      break;
    default:
      decision->kind = find_object(T, 1, &class, &decision->handle) ? CLUA_DECIDED_OBJECT
                                                                     : CLUA_DECIDED_OTHER;
      if (decision->kind == CLUA_DECIDED_OTHER) {
        put_text(S, decision, luaL_typename(T, 1), strlen(luaL_typename(T, 1)));
      }
      break;
  }
}

/* Pushes the records that the guard takes. Returns a Lua status. */
static inline int push_arguments(
  clua_State *S, lua_State *T, int parameters, clua_RecordSpec *record, clua_RecordSpec *target,
  int *count
) {
  int status = place_record(S, T, record);
  if (status != LUA_OK) return status;
  *count = 1;
  if (parameters == 1 || target == NULL) return LUA_OK;
  status = place_record(S, T, target);
  if (status == LUA_OK) *count = 2;
  return status;
}

/* Runs the function on a thread with its arguments, and reads its answer. */
CLUA_INLINE clua_Status run_guard(
  clua_State *S, lua_State *T, uint32_t place, int count, clua_Decision *decision
) {
  int status = resume_thread(S, T, &count);
  if (status != LUA_OK) return end_unfinished(S, place, status, decision);
  return_thread(S);
  if (count == 0 && S->dead_count == 0) return CLUA_NOTHING;
  decision->has_dead = S->dead_count > 0;
  decision->text.length = 0;
  read_answer(S, T, count, decision);
  lua_settop(T, 0);
  return CLUA_OK;
}

CLUA_INLINE clua_Status ask(clua_State *S, int32_t function, clua_Decision *decision) {
  if (S->base != NULL) return CLUA_BUSY;
  begin_entry(S, true);
  int64_t place = take_thread(S);
  if (place < 0) return CLUA_FAILED;
  lua_State *T = S->threads[place].L;
  lua_rawgeti(T, LUA_REGISTRYINDEX, function);
  return run_guard(S, T, (uint32_t)place, 0, decision);
}

CLUA_INLINE clua_Status ask_with(
  clua_State *S, int32_t function, int parameters, clua_RecordSpec *record, clua_RecordSpec *target,
  clua_Decision *decision
) {
  if (S->base != NULL) return CLUA_BUSY;
  begin_entry(S, true);
  int64_t place = take_thread(S);
  if (place < 0) return CLUA_FAILED;
  lua_State *T = S->threads[place].L;
  int count = 0;
  lua_rawgeti(T, LUA_REGISTRYINDEX, function);
  int status = push_arguments(S, T, parameters, record, target, &count);
  if (status == LUA_OK) return run_guard(S, T, (uint32_t)place, count, decision);
  describe_failure(S, T, status);
  give_back(S, (uint32_t)place, false);
  return CLUA_FAILED;
}

clua_Status clua_decide(clua_State *S, int32_t function, clua_Decision *decision) {
  clua_Status status;
  CLUA_GUARDED(S, status, ask(S, function, decision));
  return status;
}

clua_Status clua_decide_with(
  clua_State *S, int32_t function, int parameters, clua_RecordSpec *record, clua_RecordSpec *target,
  clua_Decision *decision
) {
  clua_Status status;
  CLUA_GUARDED(S, status, ask_with(S, function, parameters, record, target, decision));
  return status;
}
