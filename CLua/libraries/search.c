#include "pattern.h"

#include <string.h>

/* string.find, match and gmatch. */

/* Returns the offset where a search begins, or a number beyond the subject. */
static size_t first_offset(lua_State *L, int argument, size_t length) {
  return start_position(luaL_optinteger(L, argument, 1), length) - 1;
}

/* ---- plain text ---- */

static bool has_specials(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    switch (text[i]) {
      case '^': case '$': case '*': case '+': case '?': case '.': case '(': case '[': case '%':
      case '-':
        return true;
    }
  }
  return false;
}

/* Compares piece by piece, so that only the bytes it has read are charged. */
static bool is_same(clua_Meter *meter, const char *one, const char *other, size_t length) {
  enum { PIECE = 128 };
  for (size_t at = 0; at < length; at += PIECE) {
    size_t piece = length - at < PIECE ? length - at : PIECE;
    count_work(meter, piece / 8 + 1);
    if (memcmp(one + at, other + at, piece) != 0) return false;
  }
  return true;
}

static const char *find_text(
  clua_Meter *meter, const char *s, const char *end, const char *text, size_t length
) {
  if (length == 0) return s;
  while ((size_t)(end - s) >= length) {
    size_t places = (size_t)(end - s) - length + 1;
    const char *next = memchr(s, *text, places);
    if (next == NULL) {
      count_work(meter, places);
      return NULL;
    }
    count_work(meter, (size_t)(next - s));
    if (is_same(meter, next + 1, text + 1, length - 1)) return next;
    s = next + 1;
  }
  return NULL;
}

static int push_found(lua_State *L, const char *subject, const char *s, size_t length) {
  if (s == NULL) {
    lua_pushnil(L);
    return 1;
  }
  lua_pushinteger(L, s - subject + 1);
  lua_pushinteger(L, s - subject + (lua_Integer)length);
  return 2;
}

static int find_plainly(lua_State *L, size_t offset) {
  size_t length, text_length;
  const char *subject = lua_tolstring(L, 1, &length);
  const char *text = lua_tolstring(L, 2, &text_length);
  clua_Meter meter = {L, text_length / 8}; /* the search has read it */
  const char *s = find_text(&meter, subject + offset, subject + length, text, text_length);
  settle(&meter);
  return push_found(L, subject, s, text_length);
}

/* ---- patterns ---- */

/* Finds the first match from an offset on; returns its end and sets `*s`, or returns NULL. */
static const char *search(clua_Match *m, const char **s, const char *p) {
  if (*p == '^' && p < m->pattern_end) return match_at(m, *s, p + 1);
  return find_match(m, s, p);
}

int string_find(lua_State *L) {
  clua_Match m;
  const char *p = begin_match(&m, L, 1, 2);
  size_t length = (size_t)(m.subject_end - m.subject);
  size_t offset = first_offset(L, 3, length);
  if (offset > length) return push_found(L, NULL, NULL, 0);
  if (lua_toboolean(L, 4) || !has_specials(p, (size_t)(m.pattern_end - p))) {
    return find_plainly(L, offset);
  }
  const char *s = m.subject + offset;
  const char *end = search(&m, &s, p);
  if (end == NULL) {
    settle(&m.meter);
    return push_found(L, NULL, NULL, 0);
  }
  push_found(L, m.subject, s, (size_t)(end - s));
  int count = push_captures(&m, NULL, NULL);
  settle(&m.meter);
  return 2 + count;
}

int string_match(lua_State *L) {
  clua_Match m;
  const char *p = begin_match(&m, L, 1, 2);
  size_t length = (size_t)(m.subject_end - m.subject);
  size_t offset = first_offset(L, 3, length);
  const char *s = m.subject + (offset > length ? 0 : offset);
  const char *end = offset > length ? NULL : search(&m, &s, p);
  int count = 1;
  if (end == NULL) {
    lua_pushnil(L);
  } else {
    count = push_captures(&m, s, end);
  }
  settle(&m.meter);
  return count;
}

/* ---- gmatch ---- */

/*
 * Upvalues of the iterator. The place is where the last match ended, counted in the subject; before
 * the first match it is -1 - the offset to begin at.
 */
enum { UP_SUBJECT = 1, UP_PATTERN, UP_PLACE };

static void set_place(lua_State *L, lua_Integer place) {
  lua_pushinteger(L, place);
  lua_replace(L, lua_upvalueindex(UP_PLACE));
}

/* Finds the next match that does not end where the last one did. */
static const char *next_match(clua_Match *m, const char **s, const char *p, const char *last_end) {
  for (;;) {
    const char *end = find_match(m, s, p);
    if (end == NULL || end != last_end) return end;
    if (*s >= m->subject_end) return NULL;
    ++*s;
  }
}

static int iterate_matches(lua_State *L) {
  clua_Match m;
  const char *p = begin_match(&m, L, lua_upvalueindex(UP_SUBJECT), lua_upvalueindex(UP_PATTERN));
  lua_Integer place = lua_tointeger(L, lua_upvalueindex(UP_PLACE));
  lua_Integer offset = place < 0 ? -1 - place : place;
  if (offset > m.subject_end - m.subject) return 0;
  const char *s = m.subject + offset;
  const char *end = next_match(&m, &s, p, place < 0 ? NULL : s);
  if (end == NULL) {
    set_place(L, m.subject_end - m.subject + 1);
    settle(&m.meter);
    return 0;
  }
  set_place(L, end - m.subject);
  int count = push_captures(&m, s, end);
  settle(&m.meter);
  return count;
}

int string_gmatch(lua_State *L) {
  size_t length;
  luaL_checklstring(L, 1, &length);
  luaL_checkstring(L, 2);
  size_t offset = first_offset(L, 3, length);
  lua_settop(L, 2);
  lua_pushinteger(L, -1 - (lua_Integer)(offset > length ? length + 1 : offset));
  lua_pushcclosure(L, iterate_matches, 3);
  return 1;
}
