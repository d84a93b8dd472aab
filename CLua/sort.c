#include "library.h"

#include <limits.h>
#include <string.h>

/*
 * table.sort. Quicksort around the median of three; a part that is divided badly too often is
 * sorted through a heap, so no list takes more than about n * log(n) comparisons.
 */

typedef struct clua_Sorting {
  clua_Meter meter;
  clua_List list;
  bool has_order; /* argument 2 is the script's own order */
} clua_Sorting;

/* What a comparison costs beside what it reads. */
enum { COMPARISON = 4 };

/* Charges the bytes that comparing two strings has to read. */
static void count_strings(clua_Meter *meter, int one, int other) {
  enum { PIECE = 128 };
  size_t length, other_length;
  const char *text = lua_tolstring(meter->L, one, &length);
  const char *other_text = lua_tolstring(meter->L, other, &other_length);
  if (other_length < length) length = other_length;
  for (size_t at = 0; at + PIECE <= length; at += PIECE) {
    if (memcmp(text + at, other_text + at, PIECE) != 0) return;
    count_work(meter, PIECE);
  }
}

/* Answers whether the value at one stack index belongs before the one at another. */
static bool is_before(clua_Sorting *sorting, int one, int other) {
  lua_State *L = sorting->meter.L;
  count_work(&sorting->meter, COMPARISON);
  if (!sorting->has_order) {
    if (lua_type(L, one) == LUA_TSTRING && lua_type(L, other) == LUA_TSTRING) {
      count_strings(&sorting->meter, one, other);
    }
    return lua_compare(L, one, other, LUA_OPLT);
  }
  one = lua_absindex(L, one);
  other = lua_absindex(L, other);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, one);
  lua_pushvalue(L, other);
  lua_call(L, 2, 1);
  bool before = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return before;
}

static void get(clua_Sorting *sorting, lua_Integer place) {
  list_get(sorting->meter.L, sorting->list, place);
}

static void set(clua_Sorting *sorting, lua_Integer place) {
  list_set(sorting->meter.L, sorting->list, place);
}

/* Puts the elements of two places in order. */
static void put_in_order(clua_Sorting *sorting, lua_Integer low, lua_Integer high) {
  get(sorting, low);
  get(sorting, high);
  if (is_before(sorting, -1, -2)) {
    set(sorting, low);
    set(sorting, high);
  } else {
    lua_pop(sorting->meter.L, 2);
  }
}

/* ---- parts ---- */

static void wrong_order(clua_Sorting *sorting) {
  settle(&sorting->meter);
  luaL_error(sorting->meter.L, "invalid order function for sorting");
}

/*
 * Divides places low to high, of which the first, the last and the middle one are in order, around
 * the middle one's value. Nothing after the place that it answers belongs before it or any before.
 */
static lua_Integer divide(clua_Sorting *sorting, lua_Integer low, lua_Integer high) {
  lua_State *L = sorting->meter.L;
  lua_Integer up = low, down = high;
  get(sorting, low + (high - low) / 2); /* the pivot */
  for (;;) {
    for (get(sorting, ++up); is_before(sorting, -1, -2); get(sorting, ++up)) {
      if (up >= high) wrong_order(sorting);
      lua_pop(L, 1);
    }
    for (get(sorting, --down); is_before(sorting, -3, -1); get(sorting, --down)) {
      if (down <= low) wrong_order(sorting);
      lua_pop(L, 1);
    }
    if (up >= down) break;
    set(sorting, up); /* the one from `down`, on top */
    set(sorting, down);
  }
  lua_pop(L, 3);
  return down;
}

/* ---- a heap ---- */

/* Lets the value on top of the stack (popped) sink from `root` in the heap of `count` elements. */
static void sink(clua_Sorting *sorting, lua_Integer low, lua_Integer root, lua_Integer count) {
  lua_State *L = sorting->meter.L;
  for (lua_Integer child; (child = 2 * root + 1) < count; root = child) {
    get(sorting, low + child);
    if (child + 1 < count) {
      get(sorting, low + child + 1);
      if (is_before(sorting, -2, -1)) {
        lua_replace(L, -2);
        child++;
      } else {
        lua_pop(L, 1);
      }
    }
    if (!is_before(sorting, -2, -1)) {
      lua_pop(L, 1);
      break;
    }
    set(sorting, low + root);
  }
  set(sorting, low + root);
}

static void sort_by_heap(clua_Sorting *sorting, lua_Integer low, lua_Integer high) {
  lua_Integer count = high - low + 1;
  for (lua_Integer root = count / 2 - 1; root >= 0; root--) {
    get(sorting, low + root);
    sink(sorting, low, root, count);
  }
  while (--count > 0) {
    get(sorting, low + count);
    get(sorting, low);
    set(sorting, low + count);
    sink(sorting, low, 0, count);
  }
}

/* ---- */

/* Sorts the places; `divisions` more of them may be bad. */
static void sort_part(clua_Sorting *sorting, lua_Integer low, lua_Integer high, int divisions) {
  while (low < high) {
    lua_Integer middle = low + (high - low) / 2;
    put_in_order(sorting, low, high);
    if (high - low == 1) return;
    put_in_order(sorting, low, middle);
    put_in_order(sorting, middle, high);
    if (high - low == 2) return;
    if (divisions-- == 0) {
      sort_by_heap(sorting, low, high);
      return;
    }
    lua_Integer last = divide(sorting, low, high);
    if (last - low < high - last) {
      sort_part(sorting, low, last, divisions);
      low = last + 1;
    } else {
      sort_part(sorting, last + 1, high, divisions);
      high = last;
    }
  }
}

int table_sort(lua_State *L) {
  clua_Sorting sorting = {{L, 0}, check_list(L, 1, LIST_READ | LIST_WRITE | LIST_LENGTH), false};
  lua_Integer count = list_length(L, sorting.list);
  if (count < 2) return 0;
  luaL_argcheck(L, count < INT_MAX, 1, "array too big");
  sorting.has_order = !lua_isnoneornil(L, 2);
  if (sorting.has_order) luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  prepare_callbacks(L);
  int divisions = 4;
  for (lua_Integer rest = count; rest > 1; rest /= 2) divisions += 2;
  sort_part(&sorting, 1, count, divisions);
  settle(&sorting.meter);
  return 0;
}
