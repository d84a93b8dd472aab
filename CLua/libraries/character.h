#ifndef CLUA_CHARACTER_H
#define CLUA_CHARACTER_H

#include <stdbool.h>

/* The classes of characters in patterns. */

/* These are the C locale's classes, regardless of the locale of the process. */
static inline bool between(unsigned char c, unsigned char first, unsigned char last) {
  return (unsigned char)(c - first) <= (unsigned char)(last - first);
}
static inline bool is_letter(unsigned char c) { return between(c | 0x20, 'a', 'z'); }
static inline bool is_digit(unsigned char c) { return between(c, '0', '9'); }
static inline bool is_visible(unsigned char c) { return between(c, '!', '~'); }

/* Returns whether `c` is in the class that a letter after '%' names, or is that character. */
static inline bool in_class(unsigned char c, unsigned char name) {
  bool found;
  switch (name | 0x20) {
    case 'a': found = is_letter(c); break;
    case 'c': found = c < ' ' || c == 127; break;
    case 'd': found = is_digit(c); break;
    case 'g': found = is_visible(c); break;
    case 'l': found = between(c, 'a', 'z'); break;
    case 'p': found = is_visible(c) && !is_letter(c) && !is_digit(c); break;
    case 's': found = c == ' ' || between(c, '\t', '\r'); break;
    case 'u': found = between(c, 'A', 'Z'); break;
    case 'w': found = is_letter(c) || is_digit(c); break;
    case 'x': found = is_digit(c) || between(c | 0x20, 'a', 'f'); break;
    case 'z': found = c == 0; break;
    default: return c == name;
  }
  return found != between(name, 'A', 'Z');
}

#endif
