#include "testing.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writing nested tables for people, with differences highlighted, for a test runner. */

/* Limits for one value in a message, and for one text in it. */
enum { FIRST_ROOM = 1024, MOST_LEVELS = 100, MOST_BYTES = 1 << 18, MOST_TEXT_BYTES = 1 << 16 };

/* Stack indices of the arguments, and of the text if it is long. */
enum { VALUE = 1, HIGHLIGHTED, LEVEL, HIGHLIGHT, COLOURED, SHOWS_RECURSION, ROOM };

/* A text under construction: in `first`, then in a value at the stack index ROOM. */
typedef struct clua_Writing {
  lua_State *L;
  char *bytes;
  size_t length, capacity;
  lua_Integer level;
  char first[FIRST_ROOM];
} clua_Writing;

/* A table that is being written. */
typedef struct clua_Written {
  const void *table;
  const struct clua_Written *around;
} clua_Written;

static char *make_room(clua_Writing *writing, size_t more) {
  spend(writing->L, more);
  if (writing->capacity - writing->length < more) {
    size_t capacity = (writing->length + more) * 2;
    char *bytes = lua_newuserdatauv(writing->L, capacity, 0);
    memcpy(bytes, writing->bytes, writing->length);
    lua_replace(writing->L, ROOM);
    writing->bytes = bytes;
    writing->capacity = capacity;
  }
  char *room = writing->bytes + writing->length;
  writing->length += more;
  return room;
}

static void write_bytes(clua_Writing *writing, const char *bytes, size_t length) {
  memcpy(make_room(writing, length), bytes, length);
}

static void write_text(clua_Writing *writing, const char *text) {
  write_bytes(writing, text, strlen(text));
}

/* Writes the string on top, and pops it. */
static void write_string(clua_Writing *writing) {
  size_t length;
  const char *bytes = lua_tolstring(writing->L, -1, &length);
  write_bytes(writing, bytes, length);
  lua_pop(writing->L, 1);
}

static void write_code(clua_Writing *writing, unsigned char byte, bool before_digit) {
  char text[8];
  snprintf(text, sizeof text, before_digit ? "\\%03d" : "\\%d", byte);
  write_text(writing, text);
}

static void write_integer(clua_Writing *writing, lua_Integer value) {
  char text[24], *start = text + sizeof text;
  lua_Unsigned rest = value < 0 ? 0u - (lua_Unsigned)value : (lua_Unsigned)value;
  do *--start = (char)('0' + rest % 10);
  while ((rest /= 10) != 0);
  if (value < 0) *--start = '-';
  write_bytes(writing, start, (size_t)(text + sizeof text - start));
}

/*
 * Writes a number so that different numbers look different, and none like an integer: as luassert
 * does.
 */
static void write_number(clua_Writing *writing, lua_Number value) {
  if (value != value) {
    write_text(writing, "NaN");
    return;
  } else if (isinf(value)) {
    write_text(writing, value > 0 ? "Inf" : "-Inf");
    return;
  }
  char text[48];
  snprintf(text, sizeof text, "%.20g", value);
  size_t digits = strspn(text, "-0123456789");
  write_bytes(writing, text, digits);
  if (strchr(text, '.') == NULL) write_bytes(writing, ".0", 2);
  write_text(writing, text + digits);
}

/* Writes a value other than a table or a string. */
static void write_plain(clua_Writing *writing, int index) {
  if (lua_isinteger(writing->L, index)) {
    write_integer(writing, lua_tointeger(writing->L, index));
  } else if (lua_type(writing->L, index) == LUA_TNUMBER) {
    write_number(writing, lua_tonumber(writing->L, index));
  } else {
    push_display(writing->L, index);
    write_string(writing);
  }
}

/* Writes a text unchanged, except for control characters other than white space. */
static void write_quoted(clua_Writing *writing, int index) {
  size_t length, from = 0;
  const char *bytes = lua_tolstring(writing->L, index, &length);
  bool is_cut = length > MOST_TEXT_BYTES;
  if (is_cut) length = MOST_TEXT_BYTES;
  write_bytes(writing, "'", 1);
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)bytes[i];
    if (!iscntrl(byte) || byte == '\n' || byte == '\t') continue;
    write_bytes(writing, bytes + from, i - from);
    write_code(writing, byte, i + 1 < length && isdigit((unsigned char)bytes[i + 1]));
    from = i + 1;
  }
  write_bytes(writing, bytes + from, length - from);
  if (is_cut) write_text(writing, "...");
  write_bytes(writing, "'", 1);
}

static void write_key(clua_Writing *writing, int index) {
  write_bytes(writing, "[", 1);
  if (lua_type(writing->L, index) == LUA_TSTRING) {
    size_t length;
    const char *bytes = lua_tolstring(writing->L, index, &length);
    for (size_t i = 0; i < length; i++) {
      if ((unsigned char)bytes[i] < 0x20) {
        write_code(writing, (unsigned char)bytes[i], false);
      } else {
        write_bytes(writing, bytes + i, 1);
      }
    }
  } else {
    write_plain(writing, index);
  }
  write_bytes(writing, "] = ", 4);
}

static void write_table(
  clua_Writing *writing, int table, int highlighted, int level, const clua_Written *around);

/* Writes the entry for the key on top of the stack; `highlighted` is 0 or the index of a table. */
static void write_entry(
  clua_Writing *writing, int table, int highlighted, int level, const clua_Written *around
) {
  lua_State *L = writing->L;
  int key = lua_gettop(L);
  if (highlighted != 0) {
    lua_pushvalue(L, key);
    lua_rawget(L, highlighted);
  } else {
    lua_pushnil(L);
  }
  bool is_highlighted = lua_toboolean(L, key + 1);
  size_t indent = (size_t)level * 2, width = is_highlighted ? lua_rawlen(L, HIGHLIGHT) : 0;
  indent = width < indent ? indent - width : 0;
  char *room = make_room(writing, indent + 1);
  *room = '\n';
  memset(room + 1, ' ', indent);
  if (is_highlighted) write_text(writing, lua_tostring(L, COLOURED));
  write_key(writing, key);
  lua_pushvalue(L, key);
  switch (lua_rawget(L, table)) {
    case LUA_TTABLE:
      write_table(writing, key + 2, lua_istable(L, key + 1) ? key + 1 : 0, level + 1, around);
      break;
    case LUA_TSTRING: write_quoted(writing, key + 2); break;
    default: write_plain(writing, key + 2);
  }
  lua_settop(L, key);
}

static bool is_within(const void *table, const clua_Written *around) {
  for (; around != NULL; around = around->around) {
    if (around->table == table) return true;
  }
  return false;
}

/* Writes a table without showing an entry; returns false for tables that need entries. */
static bool write_short(
  clua_Writing *writing, int table, int highlighted, int level, const clua_Written *around
) {
  lua_State *L = writing->L;
  if (highlighted == 0 && luaL_getmetafield(L, table, "__tostring") != LUA_TNIL) {
    lua_pop(L, 1);
    push_display(L, table);
    write_string(writing);
    return true;
  }
  lua_pushnil(L);
  if (lua_next(L, table) == 0) {
    write_bytes(writing, "{ }", 3);
    return true;
  }
  lua_pop(L, 2);
  if (is_within(lua_topointer(L, table), around)) {
    bool shows = lua_toboolean(L, SHOWS_RECURSION);
    write_text(writing, shows ? "{ ... recursive }" : "{ ... more }");
    return true;
  }
  bool is_deep = writing->level >= 0 && level > writing->level;
  if (!is_deep && level <= MOST_LEVELS) return false;
  write_text(writing, "{ ... more }");
  return true;
}

static void write_table(
  clua_Writing *writing, int table, int highlighted, int level, const clua_Written *around
) {
  lua_State *L = writing->L;
  check_depth(L);
  luaL_checkstack(L, 16, "write");
  unseal(L, table);
  if (write_short(writing, table, highlighted, level, around)) return;
  clua_Written written = {lua_topointer(L, table), around};
  lua_Integer count = push_keys(L, table, 0);
  int list = lua_gettop(L);
  write_bytes(writing, "{", 1);
  for (lua_Integer i = 1; i <= count; i++) {
    if (writing->length > MOST_BYTES) {
      write_text(writing, "\n... more");
      break;
    }
    push_key(L, list, i);
    write_entry(writing, table, highlighted, level, &written);
    lua_settop(L, list);
  }
  write_bytes(writing, " }", 2);
  lua_settop(L, list - 1);
}

static void begin_writing(clua_Writing *writing, lua_State *L) {
  writing->L = L;
  writing->bytes = writing->first;
  writing->length = 0;
  writing->capacity = sizeof writing->first;
}

static int end_writing(clua_Writing *writing) {
  lua_pushlstring(writing->L, writing->bytes, writing->length);
  return 1;
}

/*
 * write(table, highlighted, level, highlight, coloured, shows_recursion) → text; `highlighted` are
 * nested tables of the keys on the paths to entries to highlight, or nil; `coloured` is the
 * highlight with its colour codes.
 */
int native_write(lua_State *L) {
  luaL_checktype(L, VALUE, LUA_TTABLE);
  luaL_checktype(L, HIGHLIGHT, LUA_TSTRING);
  luaL_checktype(L, COLOURED, LUA_TSTRING);
  lua_settop(L, ROOM);
  clua_Writing writing;
  begin_writing(&writing, L);
  writing.level = luaL_checkinteger(L, LEVEL);
  push_table_name(L, VALUE);
  write_bytes(&writing, "(", 1);
  write_string(&writing);
  write_bytes(&writing, ") ", 2);
  write_table(&writing, VALUE, lua_istable(L, HIGHLIGHTED) ? HIGHLIGHTED : 0, 1, NULL);
  return end_writing(&writing);
}

/* number(value) → text */
int native_number(lua_State *L) {
  luaL_checktype(L, 1, LUA_TNUMBER);
  lua_settop(L, ROOM);
  clua_Writing writing;
  begin_writing(&writing, L);
  write_plain(&writing, 1);
  return end_writing(&writing);
}
