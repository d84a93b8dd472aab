#include "libraries.h"

#include <limits.h>
#include <string.h>

/* The string library of scripts, except string.format and the functions for patterns. */

size_t start_position(lua_Integer position, size_t length) {
  if (position > 0) return (size_t)position;
  if (position == 0 || position < -(lua_Integer)length) return 1;
  return length + 1 - (size_t)-position;
}

size_t end_position(lua_Integer position, size_t length) {
  if (position > (lua_Integer)length) return length;
  if (position >= 0) return (size_t)position;
  return position < -(lua_Integer)length ? 0 : length + 1 - (size_t)-position;
}

static int string_sub(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  size_t start = start_position(luaL_checkinteger(L, 2), length);
  size_t end = end_position(luaL_optinteger(L, 3, -1), length);
  size_t count = start > end ? 0 : end - start + 1;
  spend(L, count);
  lua_pushlstring(L, count == 0 ? "" : text + start - 1, count);
  return 1;
}

static int string_byte(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer first = luaL_optinteger(L, 2, 1);
  size_t start = start_position(first, length);
  size_t end = end_position(luaL_optinteger(L, 3, first), length);
  if (start > end) return 0;
  if (end - start >= INT_MAX) return luaL_error(L, "string slice too long");
  int count = (int)(end - start) + 1;
  spend(L, (size_t)count);
  luaL_checkstack(L, count, "string slice too long");
  for (int i = 0; i < count; i++) lua_pushinteger(L, (unsigned char)text[start - 1 + (size_t)i]);
  return count;
}

static int string_char(lua_State *L) {
  luaL_Buffer text;
  int count = lua_gettop(L);
  spend(L, (size_t)count);
  char *bytes = luaL_buffinitsize(L, &text, (size_t)count);
  for (int i = 0; i < count; i++) {
    lua_Unsigned code = (lua_Unsigned)luaL_checkinteger(L, i + 1);
    luaL_argcheck(L, code <= UCHAR_MAX, i + 1, "value out of range");
    bytes[i] = (char)(unsigned char)code;
  }
  luaL_pushresultsize(&text, (size_t)count);
  return 1;
}

static int string_len(lua_State *L) {
  size_t length;
  luaL_checklstring(L, 1, &length);
  lua_pushinteger(L, (lua_Integer)length);
  return 1;
}

static int string_reverse(lua_State *L) {
  luaL_Buffer text;
  size_t length;
  const char *bytes = luaL_checklstring(L, 1, &length);
  spend(L, length);
  char *reversed = luaL_buffinitsize(L, &text, length);
  for (size_t i = 0; i < length; i++) reversed[i] = bytes[length - 1 - i];
  luaL_pushresultsize(&text, length);
  return 1;
}

/* Pushes argument 1 with the letters from `first` on in the other case. */
static int change_case(lua_State *L, unsigned char first) {
  luaL_Buffer text;
  size_t length;
  const char *bytes = luaL_checklstring(L, 1, &length);
  spend(L, length);
  char *changed = luaL_buffinitsize(L, &text, length);
  for (size_t i = 0; i < length; i++) {
    bool letter = (unsigned char)((unsigned char)bytes[i] - first) < 26;
    changed[i] = (char)(bytes[i] ^ (letter ? 0x20 : 0));
  }
  luaL_pushresultsize(&text, length);
  return 1;
}

static int string_lower(lua_State *L) { return change_case(L, 'A'); }

static int string_upper(lua_State *L) { return change_case(L, 'a'); }

/* Fills `total` bytes by doubling the first `unit` bytes. */
static void fill_repeated(char *bytes, size_t unit, size_t total) {
  for (size_t done = unit; done < total;) {
    size_t more = done < total - done ? done : total - done;
    memcpy(bytes + done, bytes, more);
    done += more;
  }
}

static int string_rep(lua_State *L) {
  luaL_Buffer result;
  size_t length, gap_length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer count = luaL_checkinteger(L, 2);
  const char *gap = luaL_optlstring(L, 3, "", &gap_length);
  size_t unit = length + gap_length;
  if (count <= 0 || unit == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  if (unit > (size_t)INT_MAX / (size_t)count) {
    return luaL_error(L, "resulting string too large");
  }
  size_t total = (size_t)count * unit - gap_length;
  spend(L, total);
  char *bytes = luaL_buffinitsize(L, &result, total);
  memcpy(bytes, text, length);
  if (count > 1) {
    memcpy(bytes + length, gap, gap_length);
    fill_repeated(bytes, unit, total);
  }
  luaL_pushresultsize(&result, total);
  return 1;
}

const luaL_Reg script_strings[] = {
  {"byte", string_byte},   {"char", string_char},     {"find", string_find},
  {"format", string_format}, {"gmatch", string_gmatch}, {"gsub", string_gsub},
  {"len", string_len},     {"lower", string_lower},   {"match", string_match},
  {"rep", string_rep},     {"reverse", string_reverse}, {"sub", string_sub},
  {"upper", string_upper}, {NULL, NULL}};
