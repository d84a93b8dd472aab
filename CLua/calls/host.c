#include "calls.h"

#include <string.h>

/*
 * Calls from Lua to the host. The host's function returns an answer and a buffer. Its frame must be
 * gone before we push, raise, call or yield.
 */

static int go_on(lua_State *L, int status, lua_KContext context);

static int called(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  return lua_gettop(L);
}

/* Pushes the reply's values, which may use the reserve. */
static int take_reply(lua_State *L, clua_State *S) {
  lua_settop(L, 0);
  if (S->reply.length == 0) return 0;
  S->account.building = true; /* reset wherever an error is caught */
  int count = decode_list(L, S->reply);
  S->account.building = false;
  return count;
}

/* Raises an error value from the reply: code, message, file, line, level. */
static int raise_reply(lua_State *L, clua_State *S) {
  lua_Debug frame;
  take_reply(L, S);
  int level = (int)lua_tointeger(L, 5);
  lua_settop(L, 4);
  if (lua_isnil(L, 3) && level > 0 && find_frame(L, 1, level, &frame)) {
    lua_pushstring(L, frame_file(&frame));
    lua_replace(L, 3);
    lua_pushinteger(L, frame.currentline);
    lua_replace(L, 4);
  }
  push_error_value(L);
  return lua_error(L);
}

static bool can_suspend(lua_State *L, const clua_State *S) {
  return S->may_suspend && !S->blocked && lua_isyieldable(L);
}

/* Returns the name of the C function between the script and the frame that could suspend it. */
static const char *find_barrier(lua_State *L, const clua_State *S) {
  lua_Debug frame;
  if (S->watchdog.deadline != 0) return "in the debugger"; /* only the debugger's evaluations
                                                              have a deadline */
  if (!S->may_suspend) return "at load time";
  for (int i = 1; i < MAX_PROTECTED_FRAMES && lua_getstack(L, i, &frame); i++) {
    lua_getinfo(L, "Snf", &frame);
    lua_CFunction function = lua_tocfunction(L, -1);
    lua_pop(L, 1);
    if (is_handling(function)) return "inside a message handler";
    if (function == record_index) return "inside the parse function of a type";
    if (*frame.what != 'C' || is_protecting(function) || function == trampoline) continue;
    const char *known = library_name(function); /* a caller may use another name, or none */
    if (known != NULL) return known;
    if (frame.name != NULL) return frame.name;
    return "inside a library function";
  }
  return "inside a coroutine that was resumed where nothing can wait";
}

static int cannot_await(lua_State *L) {
  const char *barrier = find_barrier(L, state_of(L));
  bool named = strchr(barrier, ' ') == NULL;
  return clua_raise(
    L, "cannot_await", "cannot await here (%s%s%s)", named ? "inside '" : "", barrier,
    named ? "'" : "");
}

/* Leaves Lua; clua_resume later continues the call with the answer. */
static int suspend(lua_State *L, clua_State *S, uint64_t awaited) {
  S->yield = YIELD_AWAIT;
  S->awaited = awaited;
  S->asker = L;
  return lua_yieldk(L, 0, 0, go_on);
}

/*
 * Executes an answer. A suspended call waits for the function `awaited`, unless that is
 * CLUA_NO_HANDLE.
 */
static int deliver(lua_State *L, clua_State *S, uint64_t awaited) {
  check_state_alive(L, S);
  switch (S->answer) {
    case CLUA_ANSWER_VALUES: return take_reply(L, S);
    case CLUA_ANSWER_ERROR: return raise_reply(L, S);
    case CLUA_ANSWER_RAISE:
      take_reply(L, S);
      return lua_error(L);
    case CLUA_ANSWER_CALL: {
      int count = take_reply(L, S);
      lua_callk(L, count - 1, LUA_MULTRET, 0, called);
      return called(L, LUA_OK, 0);
    }
    case CLUA_ANSWER_SUSPEND: return can_suspend(L, S) ? suspend(L, S, awaited) : cannot_await(L);
  }
  return luaL_error(L, "unknown answer");
}

/* Continues a suspended call: the driver has put the answer in place. */
static int go_on(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  clua_State *S = state_of(L);
  S->yield = YIELD_SCRIPT;
  if (S->answer != CLUA_ANSWER_VALUES || S->reply.length > 0) return deliver(L, S, CLUA_NO_HANDLE);
  check_state_alive(L, S);
  return 0;
}

int trampoline(lua_State *L) {
  clua_State *S = state_of(L);
  const clua_Box *box = lua_touserdata(L, lua_upvalueindex(1));
  check_state_alive(L, S);
  bool may = can_suspend(L, S);
  if (box->suspends == CLUA_SUSPENDS_ALWAYS && !may) return cannot_await(L);
  S->arguments.length = 0; /* no arguments: an empty buffer */
  int count = lua_gettop(L);
  if (count > 0) {
    encode_list(L, &S->arguments, 1, count, box->depth);
    encode_done(S);
  }
  bool waits = box->suspends == CLUA_SUSPENDS_AT_ONCE && may;
  if (waits && S->arguments.length < CLUA_LONG_LIST) return suspend(L, S, box->handle);
  clua_Bytes arguments = {S->arguments.bytes, S->arguments.length};
  lua_State *outer = S->running;
  S->running = L;
  S->answer = S->host(
    S->context, box->handle, arguments, may && box->suspends != CLUA_SUSPENDS_NEVER, &S->reply);
  S->running = outer;
  return deliver(L, S, waits ? box->handle : CLUA_NO_HANDLE);
}

/* ---- the handle of a host function ---- */

static int box_collected(lua_State *L) {
  const clua_Box *box = lua_touserdata(L, 1);
  note_death(state_of(L), box->handle);
  return 0;
}

void make_box_metatable(lua_State *L) {
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, box_collected);
  lua_setfield(L, -2, "__gc");
}

typedef struct Making {
  clua_Box box;
  int reference;
} Making;

static int make_function(lua_State *L) {
  Making *making = lua_touserdata(L, 1);
  clua_State *S = state_of(L);
  reserve_death(L);
  clua_Box *box = lua_newuserdatauv(L, sizeof *box, 0);
  *box = making->box;
  lua_rawgeti(L, LUA_REGISTRYINDEX, S->registered.box_meta);
  S->live++;
  lua_setmetatable(L, -2);
  lua_pushcclosure(L, trampoline, 1);
  making->reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

static clua_Status make_function_body(clua_State *S, void *argument) {
  return clua_build(S, make_function, argument);
}

clua_Status clua_make_function(
  clua_State *S, uint64_t handle, clua_Suspends suspends, uint32_t depth, int32_t *reference
) {
  Making making = {{handle, depth, (uint8_t)suspends}, LUA_NOREF};
  clua_Status status = clua_enter(S, make_function_body, &making);
  *reference = making.reference;
  return status;
}

void clua_set_print(clua_State *S, int32_t function) { S->registered.print = function; }

const char *clua_find_barrier(clua_State *S) {
  lua_State *L = S->running;
  if (L == NULL || !lua_checkstack(L, 1)) return "";
  return can_suspend(L, S) ? "" : find_barrier(L, S);
}

/* The coroutine that called the host: it runs, or waits as a task. */
static lua_State *find_calling(const clua_State *S, uint64_t task) {
  return task == CLUA_NO_TASK ? S->running : find_asker(S, task);
}

clua_Place clua_find_caller(clua_State *S, uint64_t task, int level) {
  clua_Place place = {S->file, 0, 0};
  lua_Debug frame;
  lua_State *L = find_calling(S, task);
  S->file[0] = 0;
  if (L == NULL || !find_frame(L, 1, level, &frame)) return place;
  const char *file = frame_file(&frame);
  place.length = strnlen(file, sizeof S->file - 1);
  memcpy(S->file, file, place.length);
  S->file[place.length] = 0;
  place.line = frame.currentline;
  return place;
}

bool clua_is_protected(clua_State *S, uint64_t task) {
  lua_State *L = find_calling(S, task);
  lua_Debug frame;
  if (L == NULL || !lua_checkstack(L, 1)) return false;
  for (int i = 0; i < MAX_PROTECTED_FRAMES && lua_getstack(L, i, &frame); i++) {
    lua_getinfo(L, "f", &frame);
    lua_CFunction function = lua_tocfunction(L, -1);
    lua_pop(L, 1);
    if (function != NULL && is_protecting(function)) return true;
  }
  return false;
}
