#include "debugging.h"

#include <stdlib.h>

/*
 * Questions: code that may raise runs on a thread created for it, since the stopped thread has no
 * hooks within a hook. It has a time limit, and its effects on the state are undone.
 */

/* The parts of a state that belong to the stopped script. */
typedef struct Kept {
  clua_Kill kill;
  clua_Yield yield;
  clua_Answer answer;
  clua_Bytes reply;
  clua_Buffer arguments;
  clua_Stopped stopped;
  lua_State *base, *current, *running, *asker;
  uintptr_t stack_base;
  uint64_t awaited;
  size_t refused, fresh_count, fresh_capacity;
  int *fresh;
  bool lost, building, may_suspend, blocked, has_raised;
} Kept;

static void keep(clua_State *S, Kept *kept) {
  clua_Debugger *D = S->debugger;
  kept->kill = S->kill;
  kept->yield = S->yield;
  kept->answer = S->answer;
  kept->reply = S->reply;
  kept->arguments = S->arguments;
  kept->stopped = S->stopped;
  kept->base = S->base;
  kept->current = S->current;
  kept->running = S->running;
  kept->asker = S->asker;
  kept->stack_base = S->stack_base;
  kept->awaited = S->awaited;
  kept->refused = S->account.refused;
  kept->lost = S->account.lost;
  kept->building = S->account.building;
  kept->fresh = S->fresh;
  kept->fresh_count = S->fresh_count;
  kept->fresh_capacity = S->fresh_capacity;
  kept->may_suspend = S->may_suspend;
  kept->blocked = S->blocked;
  kept->has_raised = S->hooks.has_raised;
  S->arguments = D->arguments;
  S->fresh = NULL;
  S->fresh_count = S->fresh_capacity = 0;
  S->kill = KILL_NONE;
  S->current = NULL;
  S->account.building = false;
  S->may_suspend = false;
  if (S->base == NULL) S->stack_base = (uintptr_t)__builtin_frame_address(0);
  forget_stop(S);
  forget_refusals(S);
}

static void give_back_kept(clua_State *S, const Kept *kept) {
  clua_Debugger *D = S->debugger;
  D->arguments = S->arguments;
  free(S->fresh);
  S->kill = kept->kill;
  S->yield = kept->yield;
  S->answer = kept->answer;
  S->reply = kept->reply;
  S->arguments = kept->arguments;
  S->stopped = kept->stopped;
  S->base = kept->base;
  S->current = kept->current;
  S->running = kept->running;
  S->asker = kept->asker;
  S->stack_base = kept->stack_base;
  S->awaited = kept->awaited;
  S->account.refused = kept->refused;
  S->account.lost = kept->lost;
  S->account.building = kept->building;
  S->fresh = kept->fresh;
  S->fresh_count = kept->fresh_count;
  S->fresh_capacity = kept->fresh_capacity;
  S->may_suspend = kept->may_suspend;
  S->blocked = kept->blocked;
  S->hooks.has_raised = kept->has_raised;
}

static int make_asking(lua_State *L) {
  clua_Debugger *D = state_of(L)->debugger;
  D->asking = lua_newthread(L);
  luaL_checkstack(D->asking, LUA_MINSTACK, "debugger");
  return 1;
}

/* Runs the body on the thread that is on top of the helper. */
static clua_Status run_question(clua_State *S, clua_Question *question) {
  lua_State *E = S->debugger->asking;
  int count = 1, status;
  S->base = E;
  S->watchdog.deadline = thread_time() + CLUA_QUESTION_TIME;
  set_hooks(S, E, LUA_MASKCOUNT);
  lua_pushcfunction(E, question->body);
  lua_pushlightuserdata(E, question);
  do {
    status = lua_resume(E, S->debugger->helper, count, &count);
    count = 0;
  } while (status == LUA_YIELD && S->yield == YIELD_BOUNCE);
  S->watchdog.deadline = 0;
  if (status == LUA_OK) return CLUA_OK;
  if (status == LUA_YIELD) { /* cannot happen: nothing here may wait */
    lua_settop(E, 0);
    lua_pushnil(E);
    status = LUA_ERRRUN;
  }
  describe_failure(S, E, status);
  return CLUA_FAILED;
}

static clua_Status question_body(clua_State *S, void *argument) {
  clua_Debugger *D = S->debugger;
  S->running = D->helper;
  lua_pushcfunction(D->helper, make_asking);
  S->account.building = true;
  int status = lua_pcall(D->helper, 0, 1, 0);
  S->account.building = false;
  if (status != LUA_OK) {
    describe_failure(S, D->helper, status);
    return CLUA_FAILED;
  }
  clua_Status answer = run_question(S, argument);
  lua_pop(D->helper, 1);
  return answer;
}

clua_Status answer_question(clua_State *S, clua_Question *question, clua_Bytes *answer) {
  clua_Debugger *D = S->debugger;
  Kept kept;
  answer->bytes = NULL;
  answer->length = 0;
  if (D == NULL || S->poisoned || D->is_asking) return CLUA_UNKNOWN;
  if (S->base != NULL && D->stopped == NULL) return CLUA_BUSY;
  bool outermost = D->stopped == NULL;
  keep(S, &kept);
  if (outermost) hold_run(S);
  D->is_asking = true;
  D->answer.length = 0;
  D->answered = 0;
  buffer_put_u32(&D->answer, 0);
  clua_Status status = clua_enter(S, question_body, question);
  D->is_asking = false;
  if (outermost) release_run(S);
  give_back_kept(S, &kept);
  if (status != CLUA_OK || D->answer.length < sizeof(uint32_t)) return status;
  buffer_patch_u32(&D->answer, 0, D->answered);
  answer->bytes = D->answer.bytes;
  answer->length = D->answer.length;
  return CLUA_OK;
}
