#include "core.h"

/* Resuming a coroutine for a script, however it ends or is suspended. */

int run_coroutine(lua_State *L, lua_State *co, int count) {
  clua_State *S = state_of(L);
  check_depth(L);
  int results = 0;
  int status = LUA_OK;
  bool blocked = S->blocked;
  S->blocked = blocked || !lua_isyieldable(L);
  lua_State *outer = S->current;
  S->current = co;
  bool stopped = S->kill != KILL_NONE; /* before the resume: otherwise the hook is on L */
  if (!stopped) {
    bool is_hooked = wanted_hooks(S) != 0;
    if (is_hooked) enter_hooked(S, co);
    do {
      status = lua_resume(co, L, count, &results);
      count = 0;
    } while (status == LUA_YIELD && S->yield == YIELD_BOUNCE);
    if (is_hooked) leave_hooked(S, co, L, status);
  }
  S->current = outer;
  S->blocked = blocked;
  bool awaits = status == LUA_YIELD && S->yield == YIELD_AWAIT;
  set_awaiting(co, awaits || stopped); /* scripts never resume such a coroutine */
  check_alive(L);
  if (awaits) return RESUME_AWAITS;
  if (status != LUA_OK && status != LUA_YIELD) {
    check_caught(L, status);
    lua_xmove(co, L, 1);
    return RESUME_FAILED;
  }
  if (!lua_checkstack(L, results + 1)) {
    lua_pop(co, results);
    lua_pushliteral(L, "too many results to resume");
    return RESUME_FAILED;
  }
  lua_xmove(co, L, results);
  return results;
}
