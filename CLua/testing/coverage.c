#include "testing.h"

#include <stdlib.h>
#include <string.h>

/*
 * Counts the lines that scripts run, for a test runner, through the hook of each thread that runs
 * one.
 */

enum { MAX_COVERED_LINE = 1 << 20 };

typedef struct clua_CoveredScript {
  char *file;
  uint32_t *counts; /* by line */
  uint32_t length;
} clua_CoveredScript;

struct clua_Coverage {
  clua_CoveredScript *scripts;
  uint32_t count, capacity, last;
};

static bool is_of(const clua_CoveredScript *script, const char *source) {
  return strcmp(script->file, source + 1) == 0;
}

/* Finds the counts of a script, or creates them. */
static clua_CoveredScript *find_script(clua_Coverage *coverage, const char *source) {
  if (coverage->last < coverage->count && is_of(&coverage->scripts[coverage->last], source)) {
    return &coverage->scripts[coverage->last];
  }
  for (uint32_t i = 0; i < coverage->count; i++) {
    if (is_of(&coverage->scripts[i], source)) {
      coverage->last = i;
      return &coverage->scripts[i];
    }
  }
  if (coverage->count == coverage->capacity) {
    uint32_t capacity = coverage->capacity == 0 ? 16 : coverage->capacity * 2;
    clua_CoveredScript *scripts = realloc(coverage->scripts, capacity * sizeof *scripts);
    if (scripts == NULL) return NULL;
    coverage->scripts = scripts;
    coverage->capacity = capacity;
  }
  clua_CoveredScript fresh = {strdup(source + 1), NULL, 0};
  if (fresh.file == NULL) return NULL;
  coverage->last = coverage->count;
  coverage->scripts[coverage->count++] = fresh;
  return &coverage->scripts[coverage->last];
}

static bool has_line(clua_CoveredScript *script, uint32_t line) {
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
  clua_Coverage *coverage = state_of(L)->coverage;
  if (coverage == NULL || frame->currentline <= 0 || !lua_getinfo(L, "S", frame)) return;
  const char *source = frame->source;
  if (*source != '@' || (source[1] == '/' && source[2] == '/')) return;
  clua_CoveredScript *script = find_script(coverage, source);
  if (script != NULL && has_line(script, (uint32_t)frame->currentline)) {
    script->counts[frame->currentline]++;
  }
}

static void free_coverage(clua_State *S) {
  for (uint32_t i = 0; i < S->coverage->count; i++) {
    free(S->coverage->scripts[i].file);
    free(S->coverage->scripts[i].counts);
  }
  free(S->coverage->scripts);
  free(S->coverage);
  S->coverage = NULL;
}

bool clua_begin_coverage(clua_State *S) {
  if (S->coverage == NULL) S->coverage = calloc(1, sizeof *S->coverage);
  if (S->coverage == NULL) return false;
  S->free_coverage = free_coverage;
  S->hooks.count_line = count_line;
  want_hooks(S, WANT_LINES);
  return true;
}

bool clua_read_coverage(const clua_State *S, uint32_t index, clua_Covered *covered) {
  if (S->coverage == NULL || index >= S->coverage->count) return false;
  const clua_CoveredScript *script = &S->coverage->scripts[index];
  covered->file = script->file;
  covered->counts = script->counts;
  covered->length = script->length;
  return true;
}
