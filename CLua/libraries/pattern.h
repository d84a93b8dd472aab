#ifndef CLUA_PATTERN_H
#define CLUA_PATTERN_H

#include "libraries.h"

/* The matcher of Lua's patterns. */

enum { MAX_CAPTURES = 32, MAX_PATTERN_DEPTH = 200 };

/* Mark a capture that is not a text (yet), in place of its length. */
enum { CAPTURE_OPEN = -1, CAPTURE_POSITION = -2 };

typedef struct clua_Capture {
  const char *start;
  ptrdiff_t length;
} clua_Capture;

typedef struct clua_Match {
  clua_Meter meter;
  const char *subject, *subject_end;
  const char *pattern_end;
  int depth;
  int count; /* of captures */
  clua_Capture captures[MAX_CAPTURES];
} clua_Match;

/* Both raise. */
int wrong_pattern(clua_Match *m, const char *problem);
void wrong_index(clua_Match *m, int index);

/* Prepares for matching the strings at two stack indices; returns the pattern. */
const char *begin_match(clua_Match *m, lua_State *L, int subject, int pattern);

/* Matches exactly at `s`; returns where the match ends, or NULL. Raises for a wrong pattern. */
const char *match_at(clua_Match *m, const char *s, const char *p);

/* Finds the first match at or after `*s`, which becomes its start; returns its end, or NULL. */
const char *find_match(clua_Match *m, const char **s, const char *p);

/* Pushes a capture, counted from 0; without captures, 0 is the whole match `s` to `end`. */
void push_capture(clua_Match *m, int index, const char *s, const char *end);

/* Pushes all captures. If the pattern has none and `s` is not NULL, pushes the whole match. */
int push_captures(clua_Match *m, const char *s, const char *end);

#endif
