#ifndef CLUA_PATTERN_H
#define CLUA_PATTERN_H

#include "libraries.h"

/* The matcher of Lua's patterns. */

enum { MAX_CAPTURES = 32, MAX_PATTERN_DEPTH = 200 };

/* Stand for the length of a capture that is no text (yet). */
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

/* Prepares for matching the strings at two stack indices; answers the pattern. */
const char *begin_match(clua_Match *m, lua_State *L, int subject, int pattern);

/* Matches exactly at `s`; answers where the match ends, or NULL. Raises for a wrong pattern. */
const char *match_at(clua_Match *m, const char *s, const char *p);

/* Finds the first match at or after `*s`, which becomes its start; answers its end, or NULL. */
const char *find_match(clua_Match *m, const char **s, const char *p);

/* Pushes a capture, counted from 0; without captures, 0 is the whole match `s` to `end`. */
void push_capture(clua_Match *m, int index, const char *s, const char *end);

/* Pushes all captures, or the whole match where there are none and `s` is not NULL. */
int push_captures(clua_Match *m, const char *s, const char *end);

#endif
