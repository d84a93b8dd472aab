#include "pattern.h"

/*
 * The interface of a match: beginning it, pushing its captures, and raising errors in its pattern.
 */

int wrong_pattern(clua_Match *m, const char *problem) {
  settle(&m->meter);
  return luaL_error(m->meter.L, "%s", problem);
}

void wrong_index(clua_Match *m, int index) {
  settle(&m->meter);
  luaL_error(m->meter.L, "invalid capture index %%%d", index + 1);
}

const char *begin_match(clua_Match *m, lua_State *L, int subject, int pattern) {
  size_t length;
  m->meter = (clua_Meter){L, 0};
  m->subject = luaL_checklstring(L, subject, &length);
  m->subject_end = m->subject + length;
  const char *p = luaL_checklstring(L, pattern, &length);
  m->pattern_end = p + length;
  m->depth = 0;
  m->count = 0;
  return p;
}

void push_capture(clua_Match *m, int index, const char *s, const char *end) {
  lua_State *L = m->meter.L;
  if (index >= m->count) {
    if (index != 0) wrong_index(m, index);
    lua_pushlstring(L, s, (size_t)(end - s));
    return;
  }
  const clua_Capture *capture = &m->captures[index];
  if (capture->length == CAPTURE_POSITION) {
    lua_pushinteger(L, capture->start - m->subject + 1);
    return;
  }
  if (capture->length == CAPTURE_OPEN) wrong_pattern(m, "unfinished capture");
  lua_pushlstring(L, capture->start, (size_t)capture->length);
  count_work(&m->meter, (size_t)capture->length);
}

int push_captures(clua_Match *m, const char *s, const char *end) {
  int count = m->count == 0 && s != NULL ? 1 : m->count;
  luaL_checkstack(m->meter.L, count, "too many captures");
  for (int i = 0; i < count; i++) push_capture(m, i, s, end);
  return count;
}
