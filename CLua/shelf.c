#include "internal.h"

#include <stdlib.h>

/*
 * Where the records of running opens stand, so that several guards of one open get the same one.
 * It is the stack of a thread that never runs: putting a value there cannot fail halfway, as with
 * a table it could. Opens mostly end in the reverse order of their beginning, so places are mostly
 * taken from the top and given back there; gaps are filled first.
 */

static bool grow_shelf(clua_State *S) {
  int capacity = S->shelf_capacity == 0 ? 64 : S->shelf_capacity * 2;
  int *gaps = realloc(S->shelf_gaps, (size_t)capacity * sizeof *gaps);
  if (gaps == NULL) return false;
  S->shelf_gaps = gaps;
  if (!lua_checkstack(S->shelf, capacity - S->shelf_capacity + 8)) return false;
  S->shelf_capacity = capacity;
  return true;
}

/* Makes room for one more place. Answers false where there is none. */
static bool has_room(clua_State *S) {
  return S->shelf_gap_count > 0 || S->shelf_count < S->shelf_capacity || grow_shelf(S);
}

/* Gives the value on top of the shelf its place: there, or in a gap. */
static int settle_top(clua_State *S) {
  if (S->shelf_gap_count == 0) return ++S->shelf_count;
  int place = S->shelf_gaps[--S->shelf_gap_count];
  lua_replace(S->shelf, place);
  return place;
}

static void push_from_shelf(clua_State *S, lua_State *L, int place) {
  lua_pushvalue(S->shelf, place);
  lua_xmove(S->shelf, L, 1);
}

void clua_drop_record(clua_State *S, int32_t place) {
  if (S->poisoned || place <= 0 || place > S->shelf_count) return;
  if (place == S->shelf_count && S->shelf_gap_count == 0) {
    lua_settop(S->shelf, --S->shelf_count);
    return;
  }
  lua_pushnil(S->shelf);
  lua_replace(S->shelf, place);
  S->shelf_gaps[S->shelf_gap_count++] = place;
  if (S->shelf_gap_count == S->shelf_count) { /* nothing but gaps */
    lua_settop(S->shelf, 0);
    S->shelf_count = S->shelf_gap_count = 0;
  }
}

void push_record(lua_State *L, clua_Seed *seed) {
  clua_State *S = state_of(L);
  luaL_checkstack(L, 4, "record");
  if (seed->place > 0) {
    push_from_shelf(S, L, seed->place);
    return;
  }
  push_new_record(L, seed);
  if (seed->lent || !has_room(S)) return; /* this one is not shared, then */
  lua_pushvalue(L, -1);
  lua_xmove(L, S->shelf, 1);
  seed->place = settle_top(S);
}

static int make_record(lua_State *L) {
  clua_Seed *seed = lua_touserdata(L, 1);
  push_record(L, seed);
  return 1;
}

int place_record(clua_State *S, lua_State *L, clua_Seed *seed) {
  clua_Account *account = &S->account;
  if (seed->place > 0) {
    push_from_shelf(S, L, seed->place);
    return LUA_OK;
  }
  bool fits = record_size(seed) + 128 <= sizeof S->spare;
  if (seed->eager || account->spare_taken || !fits || !has_room(S)) {
    lua_pushcfunction(L, make_record);
    lua_pushlightuserdata(L, seed);
    account->building = true;
    int status = lua_pcall(L, 1, 1, 0);
    account->building = false;
    return status;
  }
  account->certain = true;
  push_new_record(seed->lent ? L : S->shelf, seed);
  account->certain = false;
  if (seed->lent) return LUA_OK;
  lua_pushvalue(S->shelf, -1);
  lua_xmove(S->shelf, L, 1);
  seed->place = settle_top(S);
  return LUA_OK;
}
