#include "internal.h"

#include <stdlib.h>
#include <string.h>

/*
 * Counting the lines that scripts run, for a test runner. The hook is set on the main thread and on
 * the pooled ones; every thread made later inherits it.
 */

enum { MAX_COVERED_LINE = 1 << 20 };

typedef struct clua_Covering {
  char *file;
  uint32_t *counts; /* by line */
  uint32_t length;
} clua_Covering;

struct clua_Cover {
  clua_Covering *scripts;
  uint32_t count, capacity, last;
};

static bool is_of(const clua_Covering *script, const char *source) {
  return strcmp(script->file, source + 1) == 0;
}

/* Finds the counts of a script, or makes them. */
static clua_Covering *find_script(clua_Cover *cover, const char *source) {
  if (cover->last < cover->count && is_of(&cover->scripts[cover->last], source)) {
    return &cover->scripts[cover->last];
  }
  for (uint32_t i = 0; i < cover->count; i++) {
    if (is_of(&cover->scripts[i], source)) {
      cover->last = i;
      return &cover->scripts[i];
    }
  }
  if (cover->count == cover->capacity) {
    uint32_t capacity = cover->capacity == 0 ? 16 : cover->capacity * 2;
    clua_Covering *scripts = realloc(cover->scripts, capacity * sizeof *scripts);
    if (scripts == NULL) return NULL;
    cover->scripts = scripts;
    cover->capacity = capacity;
  }
  clua_Covering fresh = {strdup(source + 1), NULL, 0};
  if (fresh.file == NULL) return NULL;
  cover->last = cover->count;
  cover->scripts[cover->count++] = fresh;
  return &cover->scripts[cover->last];
}

static bool has_line(clua_Covering *script, uint32_t line) {
  if (line < script->length) return true;
  if (line > MAX_COVERED_LINE) return false;
  uint32_t length = line + 64 > script->length * 2 ? line + 64 : script->length * 2;
  uint32_t *counts = realloc(script->counts, length * sizeof *counts);
  if (counts == NULL) return false;
  memset(counts + script->length, 0, (length - script->length) * sizeof *counts);
  script->counts = counts;
  script->length = length;
  return true;
}

static void count_line(lua_State *L, lua_Debug *frame) {
  clua_Cover *cover = state_of(L)->cover;
  if (cover == NULL || frame->currentline <= 0 || !lua_getinfo(L, "S", frame)) return;
  const char *source = frame->source;
  if (*source != '@' || (source[1] == '/' && source[2] == '/')) return;
  clua_Covering *script = find_script(cover, source);
  if (script != NULL && has_line(script, (uint32_t)frame->currentline)) {
    script->counts[frame->currentline]++;
  }
}

bool clua_begin_cover(clua_State *S) {
  if (S->cover == NULL) S->cover = calloc(1, sizeof *S->cover);
  if (S->cover == NULL) return false;
  lua_sethook(S->main, count_line, LUA_MASKLINE, 0);
  for (uint32_t i = 0; i < S->thread_count; i++) {
    if (S->threads[i].L != NULL) lua_sethook(S->threads[i].L, count_line, LUA_MASKLINE, 0);
  }
  return true;
}

bool clua_read_cover(const clua_State *S, uint32_t index, clua_Covered *covered) {
  if (S->cover == NULL || index >= S->cover->count) return false;
  const clua_Covering *script = &S->cover->scripts[index];
  covered->file = script->file;
  covered->counts = script->counts;
  covered->length = script->length;
  return true;
}

void free_cover(clua_State *S) {
  if (S->cover == NULL) return;
  for (uint32_t i = 0; i < S->cover->count; i++) {
    free(S->cover->scripts[i].file);
    free(S->cover->scripts[i].counts);
  }
  free(S->cover->scripts);
  free(S->cover);
  S->cover = NULL;
}
