#ifndef CLUA_LIBRARIES_H
#define CLUA_LIBRARIES_H

/*
 * Our own versions of Lua's library functions for scripts. Lua's instruction hook does not see the
 * work of a C function, so each function here that can compute for long charges its work, and
 * raises when the budget is used up.
 */

#include "../values/values.h"

/* Work that is done and not charged yet. */
typedef struct clua_Meter {
  lua_State *L;
  size_t units;
} clua_Meter;

enum { METER_SLICE = 1024 };

/* Charges the work done so far. Raises if the budget is used up. */
static inline void settle(clua_Meter *meter) {
  size_t units = meter->units;
  meter->units = 0;
  spend(meter->L, units);
}

static inline void count_work(clua_Meter *meter, size_t units) {
  meter->units += units;
  if (__builtin_expect(meter->units >= METER_SLICE, 0)) settle(meter);
}

/*
 * Adds bytes in small pieces. The room of a buffer doubles then; one large piece would make it just
 * large enough, and the next byte could need a block that is too large.
 */
static inline void add_bytes(luaL_Buffer *text, const char *bytes, size_t length) {
  enum { PIECE = 512 };
  for (; length > PIECE; length -= PIECE, bytes += PIECE) luaL_addlstring(text, bytes, PIECE);
  luaL_addlstring(text, bytes, length);
}

/* The first byte, from 1, of a part that begins at a position; negative ones count from the end. */
size_t start_position(lua_Integer position, size_t length);
/* The last byte of a part that ends there: up to `length`. */
size_t end_position(lua_Integer position, size_t length);

/* The operations that a value must support to be used as a list if it is not a table. */
enum { LIST_READ = 1, LIST_WRITE = 2, LIST_LENGTH = 4 };

/*
 * Raises if the argument cannot be used as a list; makes room for its metamethods if it has any. A
 * list without any is accessed in the same way: that is as fast.
 */
void check_list(lua_State *L, int argument, int needs);

int string_find(lua_State *L);
int string_match(lua_State *L);
int string_gmatch(lua_State *L);
int string_gsub(lua_State *L);
int string_format(lua_State *L);
/* Adds a character of a quoted text as its code, with all digits if a digit follows. */
void add_code(luaL_Buffer *text, unsigned char c, char next);
int table_sort(lua_State *L);

/*
 * Replaces Lua's function on top by a metered version: it charges `rate` for each byte or value of
 * its results and of its first `metered` arguments.
 */
void push_metered(lua_State *L, int metered, int rate);

extern const luaL_Reg script_strings[];
extern const luaL_Reg script_tables[];
extern const luaL_Reg script_utf8[];

#endif
