#include "calls.h"

#include <string.h>

/*
 * Removes the names of local variables from a function that lua_dump has written. Most texts in it
 * are such names, so a state makes the function from it in less than half of the time. Lines and
 * the names of globals and fields stay for errors.
 *
 * The format is that of Lua 5.4. Another one is left unchanged.
 */

enum { HEADER = 32, MOST_LEVELS = 200 };

/* The function, which is compacted in place: `to` is never beyond `from`. */
typedef struct Dump {
  const uint8_t *from, *end;
  uint8_t *to;
  bool is_whole;
} Dump;

/* Skips bytes, and returns where they begin, or NULL after the end. */
static const uint8_t *skip(Dump *dump, size_t count) {
  const uint8_t *from = dump->from;
  dump->is_whole = dump->is_whole && count <= (size_t)(dump->end - from);
  if (!dump->is_whole) return NULL;
  dump->from += count;
  return from;
}

static void copy(Dump *dump, size_t count) {
  const uint8_t *from = skip(dump, count);
  if (from == NULL) return;
  memmove(dump->to, from, count);
  dump->to += count;
}

/* Skips a number in groups of seven bits, the last of which has the highest bit. */
static size_t skip_number(Dump *dump) {
  size_t number = 0;
  const uint8_t *byte;
  do {
    byte = skip(dump, 1);
    if (byte == NULL) return 0;
    number = number << 7 | (*byte & 0x7F);
  } while ((*byte & 0x80) == 0);
  return number;
}

static size_t copy_number(Dump *dump) {
  const uint8_t *from = dump->from;
  size_t number = skip_number(dump);
  size_t count = (size_t)(dump->from - from);
  memmove(dump->to, from, count);
  dump->to += count;
  return number;
}

/* A text has its length plus one in front; 0 means no text. */
static void copy_text(Dump *dump) {
  size_t size = copy_number(dump);
  if (size > 0) copy(dump, size - 1);
}

static void skip_text(Dump *dump) {
  size_t size = skip_number(dump);
  if (size > 0) skip(dump, size - 1);
}

static void copy_constant(Dump *dump) {
  uint8_t type = dump->from < dump->end ? *dump->from : 0;
  copy(dump, 1);
  switch (type & 0x0F) {
    case LUA_TNUMBER: copy(dump, 8); break;
    case LUA_TSTRING: copy_text(dump); break;
    default: break; /* nil and booleans have no content */
  }
}

static void copy_function(Dump *dump, int level);

static void copy_debug_information(Dump *dump) {
  copy(dump, copy_number(dump)); /* the differences of the lines */
  for (size_t i = copy_number(dump); i > 0 && dump->is_whole; i--) {
    copy_number(dump);
    copy_number(dump);
  }
  size_t locals = skip_number(dump);
  if (dump->is_whole) *dump->to++ = 0x80; /* no names */
  for (; locals > 0 && dump->is_whole; locals--) {
    skip_text(dump);
    skip_number(dump);
    skip_number(dump);
  }
  for (size_t i = copy_number(dump); i > 0 && dump->is_whole; i--) copy_text(dump);
}

static void copy_function(Dump *dump, int level) {
  dump->is_whole = dump->is_whole && level < MOST_LEVELS;
  copy_text(dump); /* the name of the script */
  copy_number(dump);
  copy_number(dump);
  copy(dump, 3);
  copy(dump, 4 * copy_number(dump)); /* the instructions */
  for (size_t i = copy_number(dump); i > 0 && dump->is_whole; i--) copy_constant(dump);
  copy(dump, 3 * copy_number(dump)); /* the upvalues */
  for (size_t i = copy_number(dump); i > 0 && dump->is_whole; i--) copy_function(dump, level + 1);
  copy_debug_information(dump);
}

size_t drop_names(uint8_t *bytes, size_t length) {
  static const uint8_t known[] = {0x1B, 'L', 'u', 'a', 0x54, 0};
  static const uint8_t sizes[] = {4, 8, 8}; /* of an instruction and of the numbers */
  if (length < HEADER || memcmp(bytes, known, sizeof known) != 0) return length;
  if (memcmp(bytes + 12, sizes, sizeof sizes) != 0) return length;
  Dump dump = {bytes + HEADER, bytes + length, bytes + HEADER, true};
  copy_function(&dump, 0);
  return dump.is_whole && dump.from == dump.end ? (size_t)(dump.to - bytes) : 0;
}
