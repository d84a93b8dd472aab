#include "pattern.h"

#include <string.h>

/* string.gsub. */

typedef struct clua_Substitution {
  clua_Match match;
  luaL_Buffer text;
  const char *copied; /* the text already contains the subject up to here */
  int kind; /* the type of the replacement, argument 3 */
  bool changed;
} clua_Substitution;

static void copy_until(clua_Substitution *work, const char *s) {
  size_t length = (size_t)(s - work->copied);
  add_bytes(&work->text, work->copied, length);
  count_work(&work->match.meter, length);
}

/* Adds a capture as a text. */
static void add_capture(clua_Substitution *work, int index, const char *s, const char *end) {
  push_capture(&work->match, index, s, end);
  count_work(&work->match.meter, 1);
  luaL_addvalue(&work->text); /* a text or a position */
}

/* Adds the replacement text. '%' and a digit in it refer to a capture. */
static void add_text(clua_Substitution *work, const char *s, const char *end) {
  size_t length;
  clua_Match *m = &work->match;
  const char *p = lua_tolstring(m->meter.L, 3, &length);
  const char *last = p + length;
  count_work(&m->meter, length);
  while (p < last) {
    const char *escape = memchr(p, '%', (size_t)(last - p));
    add_bytes(&work->text, p, (size_t)((escape == NULL ? last : escape) - p));
    if (escape == NULL) return;
    p = escape + 1;
    if (*p == '%') {
      luaL_addchar(&work->text, '%');
    } else if (*p == '0') {
      count_work(&m->meter, (size_t)(end - s));
      add_bytes(&work->text, s, (size_t)(end - s));
    } else if (*p >= '1' && *p <= '9') {
      add_capture(work, *p - '1', s, end);
    } else {
      settle(&m->meter);
      luaL_error(m->meter.L, "invalid use of '%%' in replacement string");
    }
    p++;
  }
}

/*
 * Looks up the replacement in a table, or calls a function for it. Returns false, with nothing
 * pushed, if the match is kept.
 */
static bool push_replacement(clua_Substitution *work, const char *s, const char *end) {
  clua_Match *m = &work->match;
  lua_State *L = m->meter.L;
  if (work->kind == LUA_TTABLE) {
    push_capture(m, 0, s, end);
    lua_gettable(L, 3);
  } else {
    lua_pushvalue(L, 3);
    lua_call(L, push_captures(m, s, end), 1);
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    return false;
  }
  if (!lua_isstring(L, -1)) {
    luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  }
  count_work(&m->meter, lua_rawlen(L, -1));
  return true;
}

/* Adds the replacement of a match to the text. */
static void replace(clua_Substitution *work, const char *s, const char *end) {
  copy_until(work, s);
  work->copied = s;
  if (work->kind == LUA_TTABLE || work->kind == LUA_TFUNCTION) {
    if (!push_replacement(work, s, end)) return;
    luaL_addvalue(&work->text);
  } else {
    add_text(work, s, end);
  }
  work->copied = end;
  work->changed = true;
}

/* Replaces at most `limit` matches and returns their number. */
static lua_Integer replace_all(clua_Substitution *work, const char *p, lua_Integer limit) {
  clua_Match *m = &work->match;
  bool anchored = *p == '^' && p < m->pattern_end;
  const char *s = m->subject, *last_end = NULL;
  lua_Integer count = 0;
  if (anchored) p++;
  while (count < limit) {
    const char *end = anchored ? match_at(m, s, p) : find_match(m, &s, p);
    if (end == NULL) break;
    if (end != last_end) {
      count++;
      replace(work, s, end);
      s = last_end = end;
    } else if (s++ >= m->subject_end) {
      break;
    }
    if (anchored) break;
  }
  return count;
}

int string_gsub(lua_State *L) {
  clua_Substitution work;
  const char *p = begin_match(&work.match, L, 1, 2);
  work.kind = lua_type(L, 3);
  lua_Integer length = work.match.subject_end - work.match.subject;
  lua_Integer limit = luaL_optinteger(L, 4, length + 1);
  luaL_argexpected(
    L,
    work.kind == LUA_TNUMBER || work.kind == LUA_TSTRING || work.kind == LUA_TTABLE ||
      work.kind == LUA_TFUNCTION,
    3, "string/function/table"
  );
  if (work.kind == LUA_TTABLE || work.kind == LUA_TFUNCTION) prepare_callbacks(L);
  lua_settop(L, 3);
  work.copied = work.match.subject;
  work.changed = false;
  luaL_buffinit(L, &work.text);
  lua_Integer count = replace_all(&work, p, limit);
  if (work.changed) {
    copy_until(&work, work.match.subject_end);
    settle(&work.match.meter);
    luaL_pushresult(&work.text);
  } else {
    settle(&work.match.meter);
    lua_pushvalue(L, 1);
  }
  lua_pushinteger(L, count);
  return 2;
}
