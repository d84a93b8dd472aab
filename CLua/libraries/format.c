#include "libraries.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

/* string.format. It prints no addresses: `%p` is a constant, `%s` uses the texts of `tostring`. */

/* Room for "%99.99f" of the largest number. */
enum { NUMBER_ROOM = 120 + DBL_MAX_10_EXP, MAX_SPECIFICATION = 22 };

/* One conversion, such as "%-5.2f". */
typedef struct clua_Conversion {
  char text[MAX_SPECIFICATION + 3]; /* as written, with the '%' */
  size_t length;
  char kind;
} clua_Conversion;

typedef struct clua_Formatting {
  clua_Meter meter;
  luaL_Buffer text;
  int argument; /* the last used one */
} clua_Formatting;

/* Reads the conversion after '%' at `p`; returns the next place in the format. */
static const char *read_conversion(lua_State *L, const char *p, clua_Conversion *conversion) {
  size_t length = strspn(p, "-+ #0123456789.") + 1;
  if (length >= MAX_SPECIFICATION) luaL_error(L, "invalid format (too long)");
  conversion->text[0] = '%';
  memcpy(conversion->text + 1, p, length);
  conversion->text[length + 1] = 0;
  conversion->length = length + 1;
  conversion->kind = p[length - 1];
  return p + length;
}

static const char *skip_two_digits(const char *p) {
  for (int i = 0; i < 2 && *p >= '0' && *p <= '9'; i++) p++;
  return p;
}

/* Raises if a conversion has other flags, or a precision without being allowed one. */
static void check_conversion(
  lua_State *L, const clua_Conversion *conversion, const char *flags, bool precise
) {
  const char *p = conversion->text + 1;
  p += strspn(p, flags);
  if (*p != '0') {
    p = skip_two_digits(p);
    if (precise && *p == '.') p = skip_two_digits(p + 1);
  }
  if (*p == conversion->kind && p[1] == 0) return;
  luaL_error(L, "invalid conversion specification: '%s'", conversion->text);
}

/* ---- conversions ---- */

/* Sets the C conversion for a long integer. */
static const char *for_long_long(clua_Conversion *conversion) {
  conversion->text[conversion->length - 1] = 'l';
  conversion->text[conversion->length] = 'l';
  conversion->text[conversion->length + 1] = conversion->kind;
  conversion->text[conversion->length + 2] = 0;
  return conversion->text;
}

/* Adds a number that the C library wrote into the room, in `size` bytes. */
static void add_number(clua_Formatting *work, int size) {
  if (size < 0) luaL_error(work->meter.L, "a number cannot be written");
  luaL_addsize(&work->text, (size_t)size);
  count_work(&work->meter, (size_t)size);
}

static void format_integer(clua_Formatting *work, clua_Conversion *conversion, const char *flags) {
  lua_State *L = work->meter.L;
  lua_Integer number = luaL_checkinteger(L, work->argument);
  check_conversion(L, conversion, flags, true);
  char *room = luaL_prepbuffsize(&work->text, NUMBER_ROOM);
  add_number(work, snprintf(room, NUMBER_ROOM, for_long_long(conversion), (long long)number));
}

static void format_float(clua_Formatting *work, clua_Conversion *conversion) {
  lua_State *L = work->meter.L;
  bool hexadecimal = conversion->kind == 'a' || conversion->kind == 'A'; /* as Lua does */
  if (hexadecimal) check_conversion(L, conversion, "-+ #0", true);
  lua_Number number = luaL_checknumber(L, work->argument);
  if (!hexadecimal) check_conversion(L, conversion, "-+ #0", true);
  char *room = luaL_prepbuffsize(&work->text, NUMBER_ROOM);
  add_number(work, snprintf(room, NUMBER_ROOM, conversion->text, (double)number));
}

static void format_character(clua_Formatting *work, clua_Conversion *conversion) {
  lua_State *L = work->meter.L;
  check_conversion(L, conversion, "-", false);
  int code = (int)luaL_checkinteger(L, work->argument);
  char *room = luaL_prepbuffsize(&work->text, NUMBER_ROOM);
  add_number(work, snprintf(room, NUMBER_ROOM, conversion->text, code));
}

/* Adds a text without zeros as the C library writes it. */
static void add_padded(clua_Formatting *work, clua_Conversion *conversion, const char *text) {
  char *room = luaL_prepbuffsize(&work->text, NUMBER_ROOM);
  add_number(work, snprintf(room, NUMBER_ROOM, conversion->text, text));
}

static void format_address(clua_Formatting *work, clua_Conversion *conversion) {
  check_conversion(work->meter.L, conversion, "-", false);
  conversion->text[conversion->length - 1] = 's';
  add_padded(work, conversion, "(address)");
}

/* Adds the text on top of the stack (popped). */
static void format_text(clua_Formatting *work, clua_Conversion *conversion) {
  lua_State *L = work->meter.L;
  size_t length;
  const char *text = lua_tolstring(L, -1, &length);
  count_work(&work->meter, length);
  if (conversion->length == 2) {
    luaL_addvalue(&work->text);
    return;
  }
  luaL_argcheck(
    L, memchr(text, 0, length) == NULL, work->argument, "string contains zeros");
  check_conversion(L, conversion, "-", true);
  if (length >= 100 && strchr(conversion->text, '.') == NULL) {
    luaL_addvalue(&work->text);
    return;
  }
  lua_replace(L, work->argument); /* anchored there, and the buffer is on top again */
  add_padded(work, conversion, text);
}

/* ---- %q ---- */

void add_code(luaL_Buffer *text, unsigned char c, char next) {
  char code[8];
  bool digit = next >= '0' && next <= '9';
  snprintf(code, sizeof code, digit ? "\\%03d" : "\\%d", c);
  luaL_addstring(text, code);
}

static void quote_text(clua_Formatting *work, const char *bytes, size_t length) {
  luaL_Buffer *text = &work->text;
  count_work(&work->meter, 2 * length);
  luaL_addchar(text, '"');
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)bytes[i];
    if (c == '"' || c == '\\' || c == '\n') {
      luaL_addchar(text, '\\');
      luaL_addchar(text, (char)c);
    } else if (c < ' ' || c == 127) {
      add_code(text, c, bytes[i + 1]);
    } else {
      luaL_addchar(text, (char)c);
    }
  }
  luaL_addchar(text, '"');
}

static void quote_float(clua_Formatting *work, lua_Number number) {
  if (number != number) {
    luaL_addstring(&work->text, "(0/0)");
  } else if (number > DBL_MAX || number < -DBL_MAX) {
    luaL_addstring(&work->text, number > 0 ? "1e9999" : "-1e9999");
  } else {
    char *room = luaL_prepbuffsize(&work->text, NUMBER_ROOM);
    int size = snprintf(room, NUMBER_ROOM, "%a", (double)number);
    char *point = memchr(room, ',', size < 0 ? 0 : (size_t)size);
    if (point != NULL) *point = '.';
    add_number(work, size);
  }
}

static void quote_integer(clua_Formatting *work, lua_Integer number) {
  char *room = luaL_prepbuffsize(&work->text, NUMBER_ROOM);
  const char *form = number == LUA_MININTEGER ? "0x%llx" : "%lld";
  add_number(work, snprintf(room, NUMBER_ROOM, form, (long long)number));
}

/* Adds a value so that Lua can read it back. */
static void format_quoted(clua_Formatting *work, const clua_Conversion *conversion) {
  lua_State *L = work->meter.L;
  int argument = work->argument;
  size_t length;
  if (conversion->length != 2) luaL_error(L, "specifier '%%q' cannot have modifiers");
  switch (lua_type(L, argument)) {
    case LUA_TSTRING: {
      const char *bytes = lua_tolstring(L, argument, &length);
      quote_text(work, bytes, length);
      return;
    }
    case LUA_TNUMBER:
      if (lua_isinteger(L, argument)) {
        quote_integer(work, lua_tointeger(L, argument));
      } else {
        quote_float(work, lua_tonumber(L, argument));
      }
      return;
    case LUA_TNIL: luaL_addstring(&work->text, "nil"); return;
    case LUA_TBOOLEAN:
      luaL_addstring(&work->text, lua_toboolean(L, argument) ? "true" : "false");
      return;
    default: luaL_argerror(L, argument, "value has no literal form");
  }
}

/* ---- */

static void format_argument(clua_Formatting *work, clua_Conversion *conversion) {
  lua_State *L = work->meter.L;
  switch (conversion->kind) {
    case 'd': case 'i': format_integer(work, conversion, "-+0 "); return;
    case 'u': format_integer(work, conversion, "-0"); return;
    case 'o': case 'x': case 'X': format_integer(work, conversion, "-#0"); return;
    case 'a': case 'A': case 'e': case 'E': case 'f': case 'g': case 'G':
      format_float(work, conversion);
      return;
    case 'c': format_character(work, conversion); return;
    case 'p': format_address(work, conversion); return;
    case 'q': format_quoted(work, conversion); return;
    case 's':
      push_display(L, work->argument);
      format_text(work, conversion);
      return;
    default: luaL_error(L, "invalid conversion '%s' to 'format'", conversion->text);
  }
}

int string_format(lua_State *L) {
  clua_Formatting work;
  clua_Conversion conversion;
  size_t length;
  int count = lua_gettop(L);
  const char *p = luaL_checklstring(L, 1, &length);
  const char *end = p + length;
  work.meter = (clua_Meter){L, 0};
  work.argument = 1;
  count_work(&work.meter, length);
  luaL_buffinit(L, &work.text);
  while (p < end) {
    const char *percent = memchr(p, '%', (size_t)(end - p));
    add_bytes(&work.text, p, (size_t)((percent == NULL ? end : percent) - p));
    if (percent == NULL) break;
    p = percent + 1;
    if (*p == '%') {
      luaL_addchar(&work.text, '%');
      p++;
      continue;
    }
    if (++work.argument > count) return luaL_argerror(L, work.argument, "no value");
    p = read_conversion(L, p, &conversion);
    format_argument(&work, &conversion);
  }
  settle(&work.meter);
  luaL_pushresult(&work.text);
  return 1;
}
