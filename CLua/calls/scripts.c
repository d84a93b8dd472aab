#include "calls.h"

#include <string.h>

/* Loading scripts. */

static int make_environment(lua_State *L) {
  clua_Request *what = lua_touserdata(L, 1);
  push_environment(L);
  what->reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

static int renew_environment(lua_State *L) {
  clua_Request *what = lua_touserdata(L, 1);
  push_environment(L);
  lua_rawseti(L, LUA_REGISTRYINDEX, what->subject);
  return 0;
}

static int adopt_environment(lua_State *L) {
  clua_Request *what = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, what->subject);
  adopt_strings(L, -1);
  return 0;
}

clua_Status clua_make_environment(clua_State *S, int32_t *reference) {
  clua_Request what = {.reference = LUA_NOREF};
  clua_Status status = run_request(S, make_environment, &what);
  *reference = what.reference;
  return status;
}

clua_Status clua_renew_environment(clua_State *S, int32_t environment) {
  clua_Request what = {.subject = environment};
  return run_request(S, renew_environment, &what);
}

/* Copies the fields of the table at `index` into the table on top. */
static void copy_fields(lua_State *L, int index) {
  luaL_checkstack(L, 6, "table");
  lua_pushnil(L);
  while (lua_next(L, index) != 0) {
    bool plain = lua_istable(L, -1);
    if (plain && lua_getmetatable(L, -1)) {
      lua_pop(L, 1);
      plain = false;
    }
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    if (plain) {
      lua_newtable(L);
      copy_fields(L, lua_gettop(L) - 1);
      lua_remove(L, -2);
    }
    lua_rawset(L, -4);
  }
}

static int copy_table(lua_State *L) {
  clua_Request *what = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, what->subject);
  lua_rawgeti(L, LUA_REGISTRYINDEX, what->reference);
  copy_fields(L, 2);
  return 0;
}

clua_Status clua_copy_fields(clua_State *S, int32_t table, int32_t target) {
  clua_Request what = {.subject = table, .reference = target};
  return run_request(S, copy_table, &what);
}

typedef struct Day {
  int32_t environment, now;
} Day;

static int move_environment(lua_State *L) {
  const Day *day = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, day->environment);
  lua_rawgeti(L, LUA_REGISTRYINDEX, day->now);
  move_day(L, 2, 3);
  return 0;
}

static clua_Status move_body(clua_State *S, void *argument) {
  return clua_build(S, move_environment, argument);
}

clua_Status clua_move_day(clua_State *S, int32_t environment, int32_t now) {
  Day day = {environment, now};
  return clua_enter(S, move_body, &day);
}

clua_Status clua_adopt_strings(clua_State *S, int32_t environment) {
  clua_Request what = {.subject = environment};
  return run_request(S, adopt_environment, &what);
}

typedef struct Reading {
  clua_Bytes rest;
  size_t piece;
} Reading;

enum { PIECE = 256, SHOWN_NAME = 59 /* so much of a name Lua shows */ };

/* Feeds the parser in small pieces: it can be stopped between two of them. */
static const char *read_piece(lua_State *L, void *data, size_t *size) {
  Reading *reading = data;
  const char *piece = (const char *)reading->rest.bytes;
  check_alive(L);
  *size = reading->rest.length < reading->piece ? reading->rest.length : reading->piece;
  reading->rest.length -= *size;
  reading->rest.bytes += *size;
  return piece;
}

/*
 * The parser's error about too deep nesting has no place. This reads the text again, byte by byte,
 * to find the line, and puts the place in front of the message on top of the stack.
 */
static void place_depth(lua_State *L, const clua_Request *what) {
  Reading reading = {what->bytes, 1};
  int line = 1;
  lua_load(L, read_piece, &reading, what->name, "t");
  lua_pop(L, 1);
  for (const uint8_t *byte = what->bytes.bytes; byte + 1 < reading.rest.bytes; byte++) {
    if (*byte == '\n') line++;
  }
  const char *file = what->name + 1;
  size_t length = strlen(file);
  bool cut = length > SHOWN_NAME;
  if (cut) file += length - (SHOWN_NAME - 3);
  lua_pushfstring(L, "%s%s:%d: %s", cut ? "..." : "", file, line, lua_tostring(L, -1));
}

typedef struct Loading {
  clua_Request request;
  int status;
  int32_t list; /* argument of a chunk that returns the script; 0 if the chunk is the script */
  bool compiled; /* the bytes are an output of clua_dump */
} Loading;

static int load_chunk(lua_State *L) {
  Loading *loading = lua_touserdata(L, 1);
  clua_Request *what = &loading->request;
  Reading reading = {what->bytes, PIECE};
  const char *mode = loading->compiled ? "b" : "t";
  loading->status = lua_load(L, read_piece, &reading, what->name, mode);
  if (loading->status == LUA_ERRRUN && state_of(L)->kill == KILL_NONE) place_depth(L, what);
  if (loading->status != LUA_OK) return lua_error(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, what->subject);
  if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1); /* a chunk always has _ENV */
  if (loading->list != 0) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, loading->list);
    lua_call(L, 1, 1);
  }
  what->reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

static clua_Status load_body(clua_State *S, void *argument) {
  Loading *loading = argument;
  lua_State *L = working_thread(S);
  S->account.building = false; /* a script's chunk counts as a script's memory */
  if (S->running == NULL) {
    forget_refusals(S);
    S->kill = KILL_NONE;
  }
  bool outermost = load_epoch(S) % 2 == 0; /* otherwise it is part of the run that requested it */
  if (outermost) {
    bound_run(S, 0, false);
    begin_run(S);
  } else if (has_shared_budget(S)) {
    extend_run(S);
  }
  int status = clua_protect(L, load_chunk, loading);
  if (outermost) {
    end_run(S);
    take_charge(S);
  }
  if (status == LUA_OK) return CLUA_OK;
  if (status == -1) {
    S->output.length = 0;
    return CLUA_FAILED;
  }
  /* The parser's errors are about the text, and so is too deep nesting. */
  bool parsed = loading->status == LUA_OK;
  describe_failure(S, L, parsed || status == LUA_ERRMEM ? status : LUA_ERRSYNTAX);
  return CLUA_FAILED;
}

clua_Status clua_load(
  clua_State *S, clua_Bytes source, const char *name, int32_t environment, int32_t list,
  int32_t *function
) {
  Loading loading = {
    {.subject = environment, .bytes = source, .name = name, .reference = LUA_NOREF},
    LUA_OK,
    list,
    false};
  clua_Status status = clua_enter(S, load_body, &loading);
  *function = loading.request.reference;
  return status;
}

clua_Status clua_revive(
  clua_State *S, clua_Bytes compiled, int32_t environment, int32_t *function
) {
  Loading loading = {
    {.subject = environment, .bytes = compiled, .name = "=compiled", .reference = LUA_NOREF},
    LUA_OK,
    0,
    true};
  clua_Status status = clua_enter(S, load_body, &loading);
  *function = loading.request.reference;
  return status;
}

/* Gives the script a new variable _ENV: the functions that it has made share the previous one. */
static int join_script(lua_State *L) {
  clua_Request *what = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, what->reference);
  if (luaL_loadbufferx(L, "", 0, "=join", "t") != LUA_OK) return lua_error(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, what->subject);
  lua_setupvalue(L, -2, 1);
  lua_upvaluejoin(L, -2, 1, -1, 1);
  return 0;
}

clua_Status clua_join(clua_State *S, int32_t function, int32_t environment) {
  clua_Request what = {.subject = environment, .reference = function};
  if (load_epoch(S) % 2 != 0 && has_shared_budget(S)) extend_run(S); /* as if it were loaded */
  return run_request(S, join_script, &what);
}

static int write_dumped(lua_State *L, const void *bytes, size_t length, void *output) {
  (void)L;
  return buffer_put(output, bytes, length) ? 0 : 1;
}

/* Nothing in this function can raise, including lua_dump. */
clua_Bytes clua_dump(clua_State *S, int32_t function, bool names_locals) {
  clua_Bytes dumped = {NULL, 0};
  lua_State *L = working_thread(S);
  S->output.length = 0;
  if (S->poisoned || !lua_checkstack(L, 1)) return dumped;
  lua_rawgeti(L, LUA_REGISTRYINDEX, function);
  bool whole = lua_isfunction(L, -1) && !lua_iscfunction(L, -1)
               && lua_dump(L, write_dumped, &S->output, 0) == 0;
  lua_pop(L, 1);
  if (whole && !names_locals) {
    S->output.length = drop_names(S->output.bytes, S->output.length);
    whole = S->output.length > 0;
  }
  if (whole) dumped = (clua_Bytes){S->output.bytes, S->output.length};
  return dumped;
}
