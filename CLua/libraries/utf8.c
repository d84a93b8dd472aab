#include "libraries.h"

#include <limits.h>

/* The utf8 library of scripts. Positions are in bytes, from 1. */

#define WRONG_CODE "invalid UTF-8 code"

enum { MAX_UNICODE = 0x10FFFF, MAX_CODE = 0x7FFFFFFF };

static bool is_continuation(char c) { return ((unsigned char)c & 0xC0) == 0x80; }

/* Returns how many bytes a character that begins with this one has, or 0. */
static int size_of(unsigned char first) {
  if (first < 0x80) return 1;
  if (first < 0xC0 || first >= 0xFE) return 0;
  return first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF8 ? 4 : first < 0xFC ? 5 : 6;
}

/*
 * Reads one character, which a zero byte may cut short. Returns how many bytes it has, or 0 if it
 * is invalid; if `strict`, a code that is not Unicode is invalid.
 */
static int decode(const char *s, uint32_t *code, bool strict) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000, 0x200000, 0x4000000};
  unsigned char first = (unsigned char)*s;
  int size = size_of(first);
  uint32_t value = size == 1 ? first : first & (0x7Fu >> size);
  for (int i = 1; i < size; i++) {
    if (!is_continuation(s[i])) return 0;
    value = value << 6 | ((unsigned char)s[i] & 0x3F);
  }
  *code = value;
  if (value < least[size]) return 0;
  if (strict && (value > MAX_UNICODE || (value >= 0xD800 && value <= 0xDFFF))) return 0;
  return size;
}

/* Writes a character into at most 6 bytes; returns how many. */
static size_t encode(uint32_t code, char *bytes) {
  if (code < 0x80) {
    *bytes = (char)code;
    return 1;
  }
  size_t size = 2;
  while (size < 6 && code >> (5 * size + 1) != 0) size++;
  for (size_t i = size - 1; i > 0; i--) {
    bytes[i] = (char)(0x80 | (code & 0x3F));
    code >>= 6;
  }
  *bytes = (char)((0xFF00u >> size & 0xFF) | code);
  return size;
}

/* Makes a position that counts from the end absolute; returns 0 if it is before the first byte. */
static lua_Integer absolute(lua_Integer position, size_t length) {
  if (position >= 0) return position;
  return position < -(lua_Integer)length ? 0 : (lua_Integer)length + position + 1;
}

static int utf8_char(lua_State *L) {
  luaL_Buffer text;
  int count = lua_gettop(L);
  spend(L, (size_t)count);
  luaL_buffinit(L, &text);
  for (int i = 1; i <= count; i++) {
    lua_Unsigned code = (lua_Unsigned)luaL_checkinteger(L, i);
    luaL_argcheck(L, code <= MAX_CODE, i, "value out of range");
    char *room = luaL_prepbuffsize(&text, 6);
    luaL_addsize(&text, encode((uint32_t)code, room));
  }
  luaL_pushresult(&text);
  return 1;
}

static int utf8_codepoint(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer first = absolute(luaL_optinteger(L, 2, 1), length);
  lua_Integer last = absolute(luaL_optinteger(L, 3, first), length);
  bool strict = !lua_toboolean(L, 4);
  luaL_argcheck(L, first >= 1, 2, "out of bounds");
  luaL_argcheck(L, last <= (lua_Integer)length, 3, "out of bounds");
  if (first > last) return 0;
  if (last - first >= INT_MAX) return luaL_error(L, "string slice too long");
  spend(L, (size_t)(last - first) + 1);
  luaL_checkstack(L, (int)(last - first) + 1, "string slice too long");
  int count = 0;
  for (const char *s = text + first - 1; s < text + last; count++) {
    uint32_t code;
    int size = decode(s, &code, strict);
    if (size == 0) return luaL_error(L, WRONG_CODE);
    lua_pushinteger(L, code);
    s += size;
  }
  return count;
}

static int utf8_len(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer place = absolute(luaL_optinteger(L, 2, 1), length) - 1;
  lua_Integer last = absolute(luaL_optinteger(L, 3, -1), length) - 1;
  bool strict = !lua_toboolean(L, 4);
  luaL_argcheck(
    L, place >= 0 && place <= (lua_Integer)length, 2, "initial position out of bounds");
  luaL_argcheck(L, last < (lua_Integer)length, 3, "final position out of bounds");
  if (last >= place) spend(L, (size_t)(last - place) + 1);
  lua_Integer count = 0;
  for (; place <= last; count++) {
    uint32_t code;
    int size = decode(text + place, &code, strict);
    if (size == 0) {
      lua_pushnil(L);
      lua_pushinteger(L, place + 1);
      return 2;
    }
    place += size;
  }
  lua_pushinteger(L, count);
  return 1;
}

/* ---- offset ---- */

/* Returns where the character that contains the byte at `place` begins. */
static lua_Integer begin_of(const char *text, lua_Integer place) {
  while (place > 0 && is_continuation(text[place])) place--;
  return place;
}

/* Moves `count` characters from `place`, backwards if negative; returns how many are left. */
static lua_Integer step(
  const char *text, lua_Integer length, lua_Integer *place, lua_Integer count
) {
  for (; count < 0 && *place > 0; count++) *place = begin_of(text, *place - 1);
  for (; count > 0 && *place < length; count--) {
    do ++*place;
    while (is_continuation(text[*place])); /* stops at the zero byte after the text */
  }
  return count;
}

static int utf8_offset(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer count = luaL_checkinteger(L, 2);
  lua_Integer start = count >= 0 ? 1 : (lua_Integer)length + 1;
  lua_Integer place = absolute(luaL_optinteger(L, 3, start), length) - 1;
  luaL_argcheck(
    L, place >= 0 && place <= (lua_Integer)length, 3, "position out of bounds");
  lua_Integer from = place;
  lua_Integer left = 0;
  if (count == 0) {
    place = begin_of(text, place);
  } else {
    if (is_continuation(text[place])) {
      return luaL_error(L, "initial position is a continuation byte");
    }
    left = step(text, (lua_Integer)length, &place, count > 0 ? count - 1 : count);
  }
  spend(L, (size_t)(place > from ? place - from : from - place) + 1);
  if (left == 0) {
    lua_pushinteger(L, place + 1);
  } else {
    lua_pushnil(L);
  }
  return 1;
}

/* ---- codes ---- */

static int next_code(lua_State *L, bool strict) {
  size_t length;
  uint32_t code;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Unsigned place = (lua_Unsigned)lua_tointeger(L, 2); /* from 1; 0 before the first */
  lua_Unsigned from = place;
  if (place > 0 && place < length) {
    while (is_continuation(text[place])) place++;
  }
  spend(L, (size_t)(place - from) + 1);
  if (place >= length) return 0;
  int size = decode(text + place, &code, strict);
  if (size == 0 || is_continuation(text[place + (lua_Unsigned)size])) {
    return luaL_error(L, WRONG_CODE);
  }
  lua_pushinteger(L, (lua_Integer)place + 1);
  lua_pushinteger(L, code);
  return 2;
}

static int next_code_strictly(lua_State *L) { return next_code(L, true); }

static int next_code_laxly(lua_State *L) { return next_code(L, false); }

static int utf8_codes(lua_State *L) {
  const char *text = luaL_checkstring(L, 1);
  luaL_argcheck(L, !is_continuation(*text), 1, WRONG_CODE);
  lua_pushcfunction(L, lua_toboolean(L, 2) ? next_code_laxly : next_code_strictly);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  return 3;
}

const luaL_Reg script_utf8[] = {
  {"char", utf8_char}, {"codepoint", utf8_codepoint}, {"codes", utf8_codes},
  {"len", utf8_len},   {"offset", utf8_offset},       {NULL, NULL}};
