#include "pattern.h"

#include <string.h>

#include "character.h"

/*
 * A pattern is read while it is matched, so that an error in it is found only when the matching
 * reaches it, as in Lua. Every step that may have to backtrack calls `match_here` for the rest of
 * the pattern; the depth counts these calls. Every string has a zero byte after its end, so reading
 * one byte too far is harmless.
 */

static const char *match_here(clua_Match *m, const char *s, const char *p);

/* ---- one character ---- */

/* Returns whether `c` is in the set between '[' at `p` and ']' at `last`. */
static bool in_set(clua_Match *m, unsigned char c, const char *p, const char *last) {
  const char *start = p++;
  bool inside = *p != '^';
  if (!inside) p++;
  for (; p < last; p++) {
    bool found;
    if (*p == '%') {
      found = in_class(c, (unsigned char)*++p);
    } else if (p[1] == '-' && p + 2 < last) {
      found = (unsigned char)p[0] <= c && c <= (unsigned char)p[2];
      p += 2;
    } else {
      found = (unsigned char)*p == c;
    }
    if (found) {
      m->meter.units += (size_t)(p - start);
      return inside;
    }
  }
  m->meter.units += (size_t)(p - start);
  return !inside;
}

/* Returns where the single item at `p` ends: a character, an escape or a set. */
static const char *end_of_set(clua_Match *m, const char *p) {
  const char *start = p++;
  if (*p == '^') p++;
  for (bool first = true; first || *p != ']'; first = false) {
    if (p >= m->pattern_end) wrong_pattern(m, "malformed pattern (missing ']')");
    p += *p == '%' && p + 1 < m->pattern_end ? 2 : 1;
  }
  count_work(&m->meter, (size_t)(p - start));
  return p + 1;
}

static inline const char *end_of_item(clua_Match *m, const char *p) {
  if (*p == '[') return end_of_set(m, p);
  if (*p != '%') return p + 1;
  if (p + 1 >= m->pattern_end) wrong_pattern(m, "malformed pattern (ends with '%')");
  return p + 2;
}

static inline bool fits(clua_Match *m, const char *s, const char *p, const char *end) {
  if (s >= m->subject_end) return false;
  switch (*p) {
    case '.': return true;
    case '%': return in_class((unsigned char)*s, (unsigned char)p[1]);
    case '[': return in_set(m, (unsigned char)*s, p, end - 1);
    default: return *s == *p;
  }
}

/* ---- repetition ---- */

/* Returns how many characters from `s` on match the item. */
static size_t count_fitting(clua_Match *m, const char *s, const char *p, const char *end) {
  const char *start = s;
  switch (*p) {
    case '.': return (size_t)(m->subject_end - s);
    case '%':
      while (s < m->subject_end && in_class((unsigned char)*s, (unsigned char)p[1])) s++;
      break;
    case '[':
      for (; s < m->subject_end && in_set(m, (unsigned char)*s, p, end - 1); s++) {
        count_work(&m->meter, 0);
      }
      break;
    default:
      while (s < m->subject_end && *s == *p) s++;
      break;
  }
  count_work(&m->meter, (size_t)(s - start));
  return (size_t)(s - start);
}

/* Matches the rest after `count` characters, or fewer, but at least `least`. */
static const char *match_longest(
  clua_Match *m, const char *s, const char *rest, size_t count, size_t least
) {
  for (;; count--) {
    const char *found = match_here(m, s + count, rest);
    if (found != NULL || count == least) return found;
  }
}

/* Matches the rest after as few characters as possible; the character at `s` matches. */
static const char *match_shortest(
  clua_Match *m, const char *s, const char *p, const char *end
) {
  for (;; s++) {
    const char *found = match_here(m, s, end + 1);
    if (found != NULL || !fits(m, s, p, end)) return found;
  }
}

/* ---- captures ---- */

static const char *open_capture(clua_Match *m, const char *s, const char *p) {
  bool position = *p == ')';
  int index = m->count;
  if (index >= MAX_CAPTURES) wrong_pattern(m, "too many captures");
  m->captures[index].start = s;
  m->captures[index].length = position ? CAPTURE_POSITION : CAPTURE_OPEN;
  m->count = index + 1;
  const char *found = match_here(m, s, position ? p + 1 : p);
  if (found == NULL) m->count--;
  return found;
}

static const char *close_capture(clua_Match *m, const char *s, const char *p) {
  int index = m->count - 1;
  while (index >= 0 && m->captures[index].length != CAPTURE_OPEN) index--;
  if (index < 0) wrong_pattern(m, "invalid pattern capture");
  m->captures[index].length = s - m->captures[index].start;
  const char *found = match_here(m, s, p);
  if (found == NULL) m->captures[index].length = CAPTURE_OPEN;
  return found;
}

/* Matches the text of an earlier capture again. A position never matches. */
static const char *match_again(clua_Match *m, const char *s, char digit) {
  int index = digit - '1';
  if (index < 0 || index >= m->count || m->captures[index].length == CAPTURE_OPEN) {
    wrong_index(m, index);
  }
  const clua_Capture *capture = &m->captures[index];
  if (capture->length < 0 || m->subject_end - s < capture->length) return NULL;
  count_work(&m->meter, (size_t)capture->length);
  bool same = memcmp(s, capture->start, (size_t)capture->length) == 0;
  return same ? s + capture->length : NULL;
}

/* ---- %b and %f ---- */

/* Matches from an opening to its closing character; `p` has the two. */
static const char *match_balanced(clua_Match *m, const char *s, const char *p) {
  if (m->pattern_end - p < 2) wrong_pattern(m, "malformed pattern (missing arguments to '%b')");
  if (s >= m->subject_end || *s != p[0]) return NULL;
  const char *start = s++;
  size_t open = 1;
  for (; s < m->subject_end && open > 0; s++) {
    if (*s == p[1]) {
      open--;
    } else if (*s == p[0]) {
      open++;
    }
  }
  count_work(&m->meter, (size_t)(s - start));
  return open == 0 ? s : NULL;
}

/* Returns where the pattern continues if a frontier is at `s`, or NULL. */
static const char *pass_frontier(clua_Match *m, const char *s, const char *p) {
  if (*p != '[') wrong_pattern(m, "missing '[' after '%f' in pattern");
  const char *end = end_of_set(m, p);
  unsigned char before = s == m->subject ? 0 : (unsigned char)s[-1];
  unsigned char after = s == m->subject_end ? 0 : (unsigned char)*s;
  return !in_set(m, before, p, end - 1) && in_set(m, after, p, end - 1) ? end : NULL;
}

/* ---- */

/*
 * Matches a special item at the current place of the pattern. Returns false if the item is a single
 * character or set. Otherwise sets `*s` to the end of the match, or NULL, and `*p` to the place
 * after the item.
 */
static bool match_special(clua_Match *m, const char **s, const char **p) {
  const char *after;
  switch ((*p)[1]) {
    case 'b':
      *s = match_balanced(m, *s, *p + 2);
      *p += 4;
      return true;
    case 'f':
      after = pass_frontier(m, *s, *p + 2);
      if (after == NULL) *s = NULL;
      *p = after;
      return true;
    case '0': case '1': case '2': case '3': case '4':
    case '5': case '6': case '7': case '8': case '9':
      *s = match_again(m, *s, (*p)[1]);
      *p += 2;
      return true;
    default: return false;
  }
}

static inline const char *leave(clua_Match *m, const char *found) {
  m->depth--;
  return found;
}

static const char *match_here(clua_Match *m, const char *s, const char *p) {
  if (++m->depth > MAX_PATTERN_DEPTH) wrong_pattern(m, "pattern too complex");
  while (s != NULL && p < m->pattern_end) {
    count_work(&m->meter, 1);
    switch (*p) {
      case '(': return leave(m, open_capture(m, s, p + 1));
      case ')': return leave(m, close_capture(m, s, p + 1));
      case '$':
        if (p + 1 == m->pattern_end) return leave(m, s == m->subject_end ? s : NULL);
        break;
      case '%':
        if (match_special(m, &s, &p)) continue;
        break;
    }
    const char *end = end_of_item(m, p);
    size_t count;
    switch (*end) {
      case '*':
      case '+':
        count = count_fitting(m, s, p, end);
        if (count > 0) return leave(m, match_longest(m, s, end + 1, count, *end == '+'));
        if (*end == '+') return leave(m, NULL);
        p = end + 1;
        break;
      case '-':
        if (fits(m, s, p, end)) return leave(m, match_shortest(m, s, p, end));
        p = end + 1;
        break;
      case '?':
        if (fits(m, s, p, end)) {
          const char *found = match_here(m, s + 1, end + 1);
          if (found != NULL) return leave(m, found);
        }
        p = end + 1;
        break;
      default:
        if (!fits(m, s, p, end)) return leave(m, NULL);
        s++;
        p = end;
    }
  }
  return leave(m, s);
}

const char *match_at(clua_Match *m, const char *s, const char *p) {
  m->depth = 0;
  m->count = 0;
  return match_here(m, s, p);
}

/* Returns whether a match can only begin with the very character at `p`. */
static bool begins_plainly(const clua_Match *m, const char *p) {
  if (p >= m->pattern_end || *p == 0 || strchr("()$%.[", *p) != NULL) return false;
  return p[1] == 0 || strchr("*+-?", p[1]) == NULL;
}

const char *find_match(clua_Match *m, const char **s, const char *p) {
  bool plain = begins_plainly(m, p);
  for (const char *at = *s;; at++) {
    if (plain) {
      const char *next = memchr(at, *p, (size_t)(m->subject_end - at));
      count_work(&m->meter, (size_t)((next == NULL ? m->subject_end : next) - at));
      if (next == NULL) return NULL;
      at = next;
    }
    const char *end = match_at(m, at, p);
    if (end != NULL) {
      *s = at;
      return end;
    }
    if (at >= m->subject_end) return NULL;
  }
}
