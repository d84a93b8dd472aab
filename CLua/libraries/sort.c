#include "libraries.h"

#include <limits.h>
#include <string.h>

/*
 * table.sort. Quicksort around the median of three, down to parts that are sorted on the stack; a
 * part that is left after too many divisions is sorted through a heap, so no list takes more than
 * about n * log(n) comparisons.
 */

typedef struct clua_Sorting {
  clua_Meter meter;
  bool has_order; /* argument 2 is the script's own order */
  bool divided;   /* at least once, which reveals most invalid orders */
  uint32_t random; /* 0 until a division was bad */
} clua_Sorting;

/* The cost of a comparison, in addition to the bytes that it reads. */
enum { COMPARISON = 4 };

/* Parts of this size are not divided further. */
enum { SMALL_PART = 12 };

enum { PIECE = 128 };

/* Charges the bytes that a comparison of two strings has to read. */
static void count_strings(clua_Meter *meter, int one, int other) {
  size_t length, other_length;
  const char *text = lua_tolstring(meter->L, one, &length);
  const char *other_text = lua_tolstring(meter->L, other, &other_length);
  if (other_length < length) length = other_length;
  for (size_t at = 0; at + PIECE <= length; at += PIECE) {
    if (memcmp(text + at, other_text + at, PIECE) != 0) return;
    count_work(meter, PIECE);
  }
}

/* Returns whether the value at one stack index belongs before the value at another. */
static bool is_before(clua_Sorting *sorting, int one, int other) {
  lua_State *L = sorting->meter.L;
  count_work(&sorting->meter, COMPARISON);
  if (!sorting->has_order) {
    bool texts = lua_type(L, one) == LUA_TSTRING && lua_rawlen(L, one) >= PIECE;
    if (texts && lua_type(L, other) == LUA_TSTRING) {
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
  lua_geti(sorting->meter.L, 1, place);
}

static void set(clua_Sorting *sorting, lua_Integer place) {
  lua_seti(sorting->meter.L, 1, place);
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
 * Returns a place between the ends: the middle, or a random one not too near to them after a bad
 * division.
 */
static lua_Integer choose_pivot(const clua_Sorting *sorting, lua_Integer low, lua_Integer high) {
  lua_Integer size = high - low;
  if (sorting->random == 0 || size < 100) return low + size / 2;
  return low + size / 4 + sorting->random % (size / 2);
}

/* Records a bad division: one part is much smaller. */
static void note_division(clua_Sorting *sorting, lua_Integer smaller, lua_Integer size) {
  if (smaller < size / 16) sorting->random = sorting->random * 1664525 + 1013904223;
}

/*
 * Divides places low to high around the median of the ends and a place between them. Nothing after
 * the returned place belongs before any other.
 */
static lua_Integer divide(clua_Sorting *sorting, lua_Integer low, lua_Integer high) {
  lua_State *L = sorting->meter.L;
  lua_Integer up = low, down = high, middle = choose_pivot(sorting, low, high);
  put_in_order(sorting, low, high);
  put_in_order(sorting, low, middle);
  put_in_order(sorting, middle, high);
  get(sorting, middle);
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
    set(sorting, up); /* the value from `down`, on top */
    set(sorting, down);
  }
  lua_pop(L, 3);
  return down;
}

/* ---- a heap ---- */

/* Sinks the value on top of the stack (popped) from `root` into the heap of `count` elements. */
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

/* ---- small parts ---- */

/* Returns where the value on top belongs among `count` values in order, from index `base` on. */
static int find_place(clua_Sorting *sorting, int base, int count) {
  int low = base, high = base + count;
  while (low < high) {
    int middle = (low + high) / 2;
    if (is_before(sorting, base + count, middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

/* Sorts at most SMALL_PART places on the stack. */
static void sort_on_stack(clua_Sorting *sorting, lua_Integer low, lua_Integer high) {
  lua_State *L = sorting->meter.L;
  int base = lua_gettop(L) + 1, count = 0;
  for (lua_Integer place = low; place <= high; place++, count++) {
    get(sorting, place);
    if (count > 0) lua_insert(L, find_place(sorting, base, count));
  }
  for (lua_Integer place = high; place >= low; place--) set(sorting, place);
}

/* ---- */

/* Sorts the places, with a depth of at most `divisions` divisions. */
static void sort_part(clua_Sorting *sorting, lua_Integer low, lua_Integer high, int divisions) {
  while (high - low >= (sorting->divided ? SMALL_PART : 3)) {
    if (divisions-- == 0) {
      sort_by_heap(sorting, low, high);
      return;
    }
    lua_Integer last = divide(sorting, low, high);
    sorting->divided = true;
    if (last - low < high - last) {
      note_division(sorting, last - low + 1, high - low);
      sort_part(sorting, low, last, divisions);
      low = last + 1;
    } else {
      note_division(sorting, high - last, high - low);
      sort_part(sorting, last + 1, high, divisions);
      high = last;
    }
  }
  sort_on_stack(sorting, low, high);
}

int table_sort(lua_State *L) {
  clua_Sorting sorting = {.meter = {L, 0}};
  check_list(L, 1, LIST_READ | LIST_WRITE | LIST_LENGTH);
  lua_Integer count = luaL_len(L, 1);
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
