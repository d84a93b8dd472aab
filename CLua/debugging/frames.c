#include "debugging.h"

#include <stdlib.h>

/* The frames and values that are shown, and their numbers. Nothing raises. */

void forget_shown(clua_State *S) {
  clua_Debugger *D = S->debugger;
  if (D->frame_count == 0 && D->value_count == 0) return;
  lua_State *H = D->helper;
  lua_rawgeti(H, LUA_REGISTRYINDEX, D->values);
  for (uint32_t i = 1; i <= D->value_count; i++) { /* these exist already, so nothing is
                                                      allocated */
    lua_pushnil(H);
    lua_rawseti(H, -2, (lua_Integer)i);
  }
  lua_pop(H, 1);
  D->frame_count = D->value_count = 0;
  D->serial++;
}

bool find_shown(clua_State *S, uint32_t number, const char *what, lua_State **L, lua_Debug *frame) {
  clua_Debugger *D = S->debugger;
  if (number >= D->frame_count) return false;
  const clua_ShownFrame *shown = &D->frames[number];
  *L = shown->L;
  if (!lua_checkstack(*L, 3) || !lua_getstack(*L, shown->level, frame)) return false;
  return lua_getinfo(*L, what, frame) != 0;
}

/* ---- tasks ---- */

static uint64_t task_at(const clua_State *S, uint32_t place) {
  return (uint64_t)S->threads[place].serial << 32 | place;
}

uint64_t clua_running_task(const clua_State *S) {
  for (uint32_t i = 0; S->base != NULL && i < S->thread_count; i++) {
    if (S->threads[i].L == S->base) return task_at(S, i);
  }
  return CLUA_NO_TASK;
}

bool clua_waiting_task(const clua_State *S, uint32_t *index, uint64_t *task) {
  for (; *index < S->thread_count; (*index)++) {
    if (!S->threads[*index].suspended) continue;
    *task = task_at(S, (*index)++);
    return true;
  }
  return false;
}

/* ---- listing ---- */

typedef struct Listing {
  clua_State *S;
  uint64_t task;
  lua_State *threads[MAX_NESTED]; /* of one script, the outermost first */
  uint32_t thread_count;
} Listing;

static void find_threads(Listing *listing) {
  clua_State *S = listing->S;
  lua_State *L = S->base;
  lua_State *end = S->debugger->stopped;
  if (listing->task != CLUA_NO_TASK) {
    uint32_t place = (uint32_t)listing->task;
    end = find_asker(S, listing->task);
    L = end == NULL ? NULL : S->threads[place].L;
  }
  if (end == NULL) return;
  while (L != NULL && L != end && listing->thread_count < MAX_NESTED - 1) {
    listing->threads[listing->thread_count++] = L;
    L = find_resumed(L);
  }
  listing->threads[listing->thread_count++] = end;
}

static bool add_frame(clua_Debugger *D, lua_State *L, int level, uint64_t task) {
  if (D->frame_count == MAX_SHOWN_FRAMES) return false;
  if (D->frame_count == D->frame_capacity) {
    uint32_t capacity = D->frame_capacity == 0 ? 64 : D->frame_capacity * 2;
    clua_ShownFrame *frames = realloc(D->frames, capacity * sizeof *frames);
    if (frames == NULL) return false;
    D->frames = frames;
    D->frame_capacity = capacity;
  }
  D->frames[D->frame_count++] = (clua_ShownFrame){L, level, task};
  return true;
}

/* Keeps a thread alive as long as its frames are shown. */
static int keep_thread(lua_State *L) {
  lua_State *shown = lua_touserdata(L, 1);
  clua_Debugger *D = state_of(L)->debugger;
  lua_rawgeti(L, LUA_REGISTRYINDEX, D->values);
  lua_pushthread(shown);
  lua_xmove(shown, L, 1);
  lua_rawseti(L, -2, (lua_Integer)D->value_count + 1);
  return 0;
}

bool note_value(clua_Debugger *D, uint32_t frame) {
  if (D->value_count == D->value_capacity) {
    uint32_t capacity = D->value_capacity == 0 ? 64 : D->value_capacity * 2;
    uint32_t *parents = realloc(D->parents, capacity * sizeof *parents);
    if (parents == NULL) return false;
    D->parents = parents;
    D->value_capacity = capacity;
  }
  D->parents[D->value_count++] = frame;
  return true;
}

static void list_thread(Listing *listing, lua_State *L) {
  clua_State *S = listing->S;
  clua_Debugger *D = S->debugger;
  lua_Debug frame;
  if (!lua_checkstack(L, 3)) return;
  uint32_t start = D->frame_count;
  for (int i = 0; i < MAX_SEEN_FRAMES && lua_getstack(L, i, &frame); i++) {
    lua_getinfo(L, "S", &frame);
    if (is_script(&frame) && !add_frame(D, L, i, listing->task)) break;
  }
  /* A thread without frames is not kept, however often it is read. */
  if (D->frame_count == start) return;
  bool is_kept = clua_protect(D->helper, keep_thread, L) == LUA_OK && note_value(D, CLUA_NO_FRAME);
  if (!is_kept) {
    lua_settop(D->helper, 0);
    D->frame_count = start;
  }
}

/* Numbers the frames of a script, unless that was done before; returns the number of the first. */
static uint32_t number_frames(clua_State *S, uint64_t task) {
  clua_Debugger *D = S->debugger;
  for (uint32_t i = 0; i < D->frame_count; i++) {
    if (D->frames[i].task == task) return i;
  }
  uint32_t start = D->frame_count;
  Listing listing = {.S = S, .task = task};
  find_threads(&listing);
  while (listing.thread_count > 0) list_thread(&listing, listing.threads[--listing.thread_count]);
  return start;
}

static void put_text_or_nil(clua_Buffer *output, const char *text) {
  if (text == NULL) {
    buffer_put_byte(output, CLUA_NIL);
  } else {
    buffer_put_string(output, text, strlen(text));
  }
}

static void put_frame(clua_State *S, uint32_t number) {
  lua_Debug frame;
  lua_State *L;
  if (!find_shown(S, number, "Sln", &L, &frame)) memset(&frame, 0, sizeof frame);
  buffer_put_integer(&S->output, number);
  put_text_or_nil(&S->output, frame.source == NULL ? NULL : frame_file(&frame));
  buffer_put_integer(&S->output, frame.currentline);
  put_text_or_nil(&S->output, frame.name);
  buffer_put_integer(&S->output, frame.linedefined);
}

static clua_Status frames_body(clua_State *S, void *argument) {
  const clua_Question *question = argument;
  clua_Debugger *D = S->debugger;
  uint32_t start = number_frames(S, question->task), total = 0;
  while (start + total < D->frame_count && D->frames[start + total].task == question->task) total++;
  uint32_t first = question->first < total ? question->first : total;
  uint32_t count = question->count < total - first ? question->count : total - first;
  buffer_put_u32(&S->output, 1 + 5 * count);
  buffer_put_integer(&S->output, total);
  for (uint32_t i = 0; i < count; i++) put_frame(S, start + first + i);
  return CLUA_OK;
}

clua_Bytes clua_read_frames(clua_State *S, uint64_t task, uint32_t first, uint32_t count) {
  clua_Debugger *D = S->debugger;
  clua_Bytes none = {NULL, 0};
  if (D == NULL || (S->base != NULL && D->stopped == NULL)) return none;
  lua_State *running = S->running;
  clua_Question question = {.task = task, .first = first, .count = count};
  S->running = D->helper;
  S->output.length = 0;
  clua_Status status = clua_enter(S, frames_body, &question);
  S->running = running;
  return status == CLUA_OK ? clua_output(S) : none;
}
