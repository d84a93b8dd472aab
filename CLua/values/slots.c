#include "values.h"

#include <stdlib.h>

/*
 * The records of running opens, stored so that several guards of one open get the same record. They
 * are on the stack of a thread that never runs: storing a value there cannot fail halfway, unlike
 * in a table. Opens mostly end in the reverse order of their beginning, so places are mostly taken
 * and released at the top; gaps are filled first.
 */

static bool grow_slots(clua_State *S) {
  int capacity = S->slot_capacity == 0 ? 64 : S->slot_capacity * 2;
  int *gaps = realloc(S->slot_gaps, (size_t)capacity * sizeof *gaps);
  if (gaps == NULL) return false;
  S->slot_gaps = gaps;
  if (!lua_checkstack(S->slots, capacity - S->slot_capacity + 8)) return false;
  S->slot_capacity = capacity;
  return true;
}

/* Makes room for one more place. Returns false if that fails. */
static bool has_room(clua_State *S) {
  return S->slot_gap_count > 0 || S->slot_count < S->slot_capacity || grow_slots(S);
}

/* Assigns a place to the value on top of the slots: that place itself, or a gap. */
static int settle_top(clua_State *S) {
  if (S->slot_gap_count == 0) return ++S->slot_count;
  int place = S->slot_gaps[--S->slot_gap_count];
  lua_replace(S->slots, place);
  return place;
}

static void push_slot(clua_State *S, lua_State *L, int place) {
  lua_pushvalue(S->slots, place);
  lua_xmove(S->slots, L, 1);
}

void clua_drop_record(clua_State *S, int32_t place) {
  if (S->poisoned || place <= 0 || place > S->slot_count) return;
  if (place == S->slot_count && S->slot_gap_count == 0) {
    lua_settop(S->slots, --S->slot_count);
    return;
  }
  lua_pushnil(S->slots);
  lua_replace(S->slots, place);
  S->slot_gaps[S->slot_gap_count++] = place;
  if (S->slot_gap_count == S->slot_count) { /* only gaps are left */
    lua_settop(S->slots, 0);
    S->slot_count = S->slot_gap_count = 0;
  }
}

void push_record(lua_State *L, clua_RecordSpec *spec) {
  clua_State *S = state_of(L);
  luaL_checkstack(L, 4, "record");
  if (spec->place > 0) {
    push_slot(S, L, spec->place);
    return;
  }
  push_new_record(L, spec);
  if (!has_room(S)) return; /* then this record is not shared */
  lua_pushvalue(L, -1);
  lua_xmove(L, S->slots, 1);
  spec->place = settle_top(S);
}

static int make_record(lua_State *L) {
  clua_RecordSpec *spec = lua_touserdata(L, 1);
  push_record(L, spec);
  return 1;
}

int place_record(clua_State *S, lua_State *L, clua_RecordSpec *spec) {
  clua_Account *account = &S->account;
  if (spec->place > 0) {
    push_slot(S, L, spec->place);
    return LUA_OK;
  }
  bool fits = record_size(spec) + 128 <= sizeof S->spare;
  if (spec->eager || account->spare_taken || !fits || !has_room(S)) {
    lua_pushcfunction(L, make_record);
    lua_pushlightuserdata(L, spec);
    account->building = true;
    int status = lua_pcall(L, 1, 1, 0);
    account->building = false;
    return status;
  }
  account->certain = true;
  push_new_record(S->slots, spec);
  account->certain = false;
  lua_pushvalue(S->slots, -1);
  lua_xmove(S->slots, L, 1);
  spec->place = settle_top(S);
  return LUA_OK;
}
