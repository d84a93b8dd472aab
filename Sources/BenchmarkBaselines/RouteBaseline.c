#include "RouteBaseline.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/*
 * A tree of segments. Every edge and its target node form one record of 32 bytes. The literal
 * children of a node are an open-addressing table of records, and its parameter child is just before.
 */

enum { has_parameter = 0x80, probe_mask = 0x1F, max_points = 64 };

static const uint64_t ones = 0x0101010101010101u;
static const uint64_t separators = 0x2F2F2F2F2F2F2F2Fu;
static const uint64_t factor = 0x9E3779B97F4A7C15u;

typedef struct {
  uint64_t head;
  uint64_t tail;
  uint16_t length;
  uint8_t shift;
  uint8_t flags;
  uint32_t children;
  int32_t value;
  uint32_t unused;
} Record;

struct baseline_Table {
  Record *records;
  size_t count, capacity;
  char *text;
  size_t text_count, text_capacity;
};

/* Building: a tree of nodes linked by index, then laid out breadth-first. */

typedef struct {
  const char *text;
  size_t length;
  uint64_t hash;
  int32_t value, parameter, first_child, next_sibling, record;
} Node;

typedef struct {
  Node *nodes;
  size_t count, capacity;
  int32_t *slots; /* literal edges by parent and text */
  int32_t *parents;
  size_t slot_count;
} Tree;

static uint64_t mix(uint64_t hash, uint64_t word) {
  return ((hash >> 32) ^ hash ^ word) * factor;
}

static uint64_t word_of(const char *text, size_t length) {
  uint64_t word = 0;
  memcpy(&word, text, length < 8 ? length : 8);
  return word;
}

static uint64_t hash_of(const char *text, size_t length) {
  uint64_t hash = 0;
  while (length >= 8) {
    hash = mix(hash, word_of(text, 8));
    text += 8;
    length -= 8;
  }
  return mix(hash, word_of(text, length));
}

static int32_t add_node(Tree *tree, const char *text, size_t length, int32_t parent) {
  if (tree->count == tree->capacity) {
    size_t capacity = tree->capacity ? tree->capacity * 2 : 256;
    Node *nodes = realloc(tree->nodes, capacity * sizeof(Node));
    if (nodes) tree->nodes = nodes;
    int32_t *parents = realloc(tree->parents, capacity * sizeof(int32_t));
    if (parents) tree->parents = parents;
    if (!nodes || !parents) return -1;
    tree->capacity = capacity;
  }
  Node node = {text, length, hash_of(text, length), -1, -1, -1, -1, -1};
  tree->parents[tree->count] = parent;
  tree->nodes[tree->count] = node;
  return (int32_t)tree->count++;
}

static size_t slot_of(const Tree *tree, int32_t parent, const char *text, size_t length) {
  size_t slot = (size_t)(mix(hash_of(text, length), (uint64_t)parent) >> 24);
  for (;; slot++) {
    slot &= tree->slot_count - 1;
    int32_t index = tree->slots[slot];
    if (index < 0) return slot;
    const Node *node = &tree->nodes[index];
    if (tree->parents[index] == parent && node->length == length &&
        memcmp(node->text, text, length) == 0)
      return slot;
  }
}

static int32_t child_of(Tree *tree, int32_t parent, const char *text, size_t length) {
  if (length > 1 && text[0] == ':') {
    if (tree->nodes[parent].parameter < 0) {
      int32_t node = add_node(tree, text, 0, parent);
      if (node >= 0) tree->nodes[parent].parameter = node;
    }
    return tree->nodes[parent].parameter;
  }
  size_t slot = slot_of(tree, parent, text, length);
  if (tree->slots[slot] >= 0) return tree->slots[slot];
  int32_t node = add_node(tree, text, length, parent);
  if (node < 0) return -1;
  tree->slots[slot] = node;
  tree->nodes[node].next_sibling = tree->nodes[parent].first_child;
  tree->nodes[parent].first_child = node;
  return node;
}

static bool add_pattern(Tree *tree, const char *pattern, int32_t value) {
  int32_t node = 0;
  const char *text = pattern + 1;
  while (*text) {
    const char *end = strchr(text, '/');
    size_t length = end ? (size_t)(end - text) : strlen(text);
    node = child_of(tree, node, text, length);
    if (node < 0) return false;
    text += length + (end ? 1 : 0);
  }
  if (tree->nodes[node].value < 0) tree->nodes[node].value = value;
  return true;
}

static int32_t add_records(baseline_Table *table, size_t count) {
  if (table->count + count > table->capacity) {
    size_t capacity = (table->count + count) * 3 / 2;
    Record *records = realloc(table->records, capacity * sizeof(Record));
    if (!records) return -1;
    table->records = records;
    table->capacity = capacity;
  }
  for (size_t i = 0; i < count; i++) {
    Record record = {0, 0, UINT16_MAX, 63, 0, 0, -1, 0};
    table->records[table->count + i] = record;
  }
  table->count += count;
  return (int32_t)(table->count - count);
}

static bool set_text(baseline_Table *table, Record *record, const Node *node) {
  record->length = (uint16_t)node->length;
  record->head = word_of(node->text, node->length);
  if (node->length > 16) {
    if (table->text_count + node->length > table->text_capacity) {
      size_t capacity = (table->text_count + node->length) * 2;
      char *text = realloc(table->text, capacity);
      if (!text) return false;
      table->text = text;
      table->text_capacity = capacity;
    }
    record->tail = table->text_count;
    memcpy(table->text + table->text_count, node->text, node->length);
    table->text_count += node->length;
  } else if (node->length > 8) {
    record->tail = word_of(node->text + node->length - 8, 8);
  }
  return true;
}

/* Lays out the literal children of a node; returns the longest probe, or 0 if memory runs out. */
static size_t lay(const Tree *tree, int32_t node, unsigned bits, int32_t *slots, size_t capacity) {
  size_t longest = 0;
  for (size_t i = 0; i < capacity; i++) slots[i] = -1;
  for (int32_t child = tree->nodes[node].first_child; child >= 0;
       child = tree->nodes[child].next_sibling) {
    size_t home = (size_t)((tree->nodes[child].hash >> 1) >> (63 - bits)), slot = home;
    while (slots[slot] >= 0) slot++;
    slots[slot] = child;
    if (slot - home + 1 > longest) longest = slot - home + 1;
  }
  return longest;
}

static bool lay_out(baseline_Table *table, Tree *tree, int32_t index, int32_t *queue, size_t *tail) {
  size_t count = 0;
  for (int32_t child = tree->nodes[index].first_child; child >= 0;
       child = tree->nodes[child].next_sibling)
    count++;
  int32_t record = tree->nodes[index].record;
  table->records[record].value = tree->nodes[index].value;
  int32_t parameter = tree->nodes[index].parameter;
  if (parameter >= 0) {
    tree->nodes[parameter].record = add_records(table, 1);
    if (tree->nodes[parameter].record < 0) return false;
    table->records[tree->nodes[parameter].record].length = 0;
    table->records[record].flags |= has_parameter;
    queue[(*tail)++] = parameter;
  }
  table->records[record].children = (uint32_t)table->count;
  if (count == 0) return true;
  unsigned bits = 0;
  while ((size_t)1 << bits < (count < 4 ? count : count * 5 / 4)) bits++;
  size_t good = count <= 16 ? 2 : 8, longest = 0;
  int32_t *slots = NULL;
  for (unsigned extra = 0;; extra++, bits++) {
    int32_t *more = realloc(slots, (((size_t)1 << bits) + count) * sizeof(int32_t));
    if (!more) return free(slots), false;
    slots = more;
    longest = lay(tree, index, bits, slots, ((size_t)1 << bits) + count);
    if (longest <= good || (extra >= 1 && longest <= probe_mask)) break;
  }
  size_t size = ((size_t)1 << bits) + longest - 1;
  int32_t start = add_records(table, size);
  if (start < 0) return free(slots), false;
  table->records[record].shift = (uint8_t)(63 - bits);
  table->records[record].flags |= (uint8_t)longest;
  for (size_t i = 0; i < size; i++) {
    if (slots[i] < 0) continue;
    Node *child = &tree->nodes[slots[i]];
    child->record = start + (int32_t)i;
    if (!set_text(table, &table->records[child->record], child)) return free(slots), false;
    queue[(*tail)++] = slots[i];
  }
  free(slots);
  return true;
}

static bool freeze(baseline_Table *table, Tree *tree) {
  int32_t *queue = malloc(tree->count * sizeof(int32_t));
  if (!queue) return false;
  size_t head = 0, tail = 0;
  tree->nodes[0].record = add_records(table, 1);
  bool fine = tree->nodes[0].record >= 0;
  queue[tail++] = 0;
  while (fine && head < tail) fine = lay_out(table, tree, queue[head++], queue, &tail);
  free(queue);
  return fine;
}

baseline_Table *baseline_maketable(const char *const *patterns, size_t count) {
  Tree tree = {NULL, 0, 0, NULL, NULL, 64};
  while (tree.slot_count < count * 8) tree.slot_count *= 2;
  tree.slots = malloc(tree.slot_count * sizeof(int32_t));
  baseline_Table *table = calloc(1, sizeof(baseline_Table));
  bool fine = table && tree.slots;
  if (fine) memset(tree.slots, 0xFF, tree.slot_count * sizeof(int32_t));
  fine = fine && add_node(&tree, "", 0, -1) == 0;
  for (size_t i = 0; fine && i < count; i++) fine = add_pattern(&tree, patterns[i], (int32_t)i);
  fine = fine && freeze(table, &tree);
  free(tree.slots);
  free(tree.nodes);
  free(tree.parents);
  if (fine) return table;
  if (table) baseline_freetable(table);
  return NULL;
}

void baseline_freetable(baseline_Table *table) {
  free(table->records);
  free(table->text);
  free(table);
}

/* Matching. */

typedef struct {
  uint32_t record, position, end, captures;
} BacktrackPoint;

static inline uint64_t load(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, 8);
  return word;
}

static inline uint64_t load_at(const uint8_t *path, size_t count, size_t position) {
  if (position + 8 <= count) return load(path + position);
  if (position >= count) return separators;
  unsigned bits = (unsigned)(count - position) * 8;
  if (count >= 8) return load(path + count - 8) >> (64 - bits) | separators << bits;
  uint64_t word = separators << bits;
  for (size_t i = 0; position + i < count; i++) word |= (uint64_t)path[position + i] << (i * 8);
  return word;
}

static inline uint64_t separators_of(uint64_t word) {
  uint64_t difference = word ^ separators;
  return (difference - ones) & ~difference & (ones << 7);
}

static inline uint64_t mask_below(uint64_t found) { return ((found & -found) >> 7) - 1; }

static inline bool has_tail(const baseline_Table *table, const Record *child, const uint8_t *segment,
                            size_t length) {
  if (length <= 8) return true;
  if (length <= 16) return load(segment + length - 8) == child->tail;
  return memcmp(segment + 8, table->text + child->tail + 8, length - 8) == 0;
}

/** Returns the hash of the segment at `position`, its first bytes, and its end. */
static inline uint64_t hash_segment(const uint8_t *path, size_t count, size_t position,
                                    uint64_t *head, size_t *end) {
  uint64_t word = load_at(path, count, position), found = separators_of(word), hash;
  *end = position;
  if (found) {
    *head = word & mask_below(found);
    hash = mix(0, *head);
  } else {
    *head = word;
    hash = mix(0, word);
    for (;;) {
      *end += 8;
      word = load_at(path, count, *end);
      found = separators_of(word);
      if (found) break;
      hash = mix(hash, word);
    }
    hash = mix(hash, word & mask_below(found));
  }
  *end += (size_t)__builtin_ctzll(found) >> 3;
  return hash;
}

int32_t baseline_match(const baseline_Table *table, const uint8_t *path, size_t count,
                   baseline_Capture *captures) {
  const Record *records = table->records;
  BacktrackPoint points[max_points];
  uint32_t point_count = 0, capture_count = 0, node = 0;
  size_t position = count <= 1 ? count + 1 : 1;
  for (;;) {
    const Record *record = &records[node];
    if (position > count) {
      if (record->value >= 0) return record->value;
    } else {
      uint64_t head;
      size_t end;
      uint64_t hash = hash_segment(path, count, position, &head, &end);
      size_t length = end - position;
      bool may_capture = (record->flags & has_parameter) && length > 0;
      uint32_t probes = record->flags & probe_mask;
      if (probes) {
        uint32_t index = record->children + (uint32_t)((hash >> 1) >> record->shift);
        for (; probes; probes--, index++) {
          const Record *child = &records[index];
          if (child->head == head && child->length == length &&
              has_tail(table, child, path + position, length))
            break;
          if (child->length == UINT16_MAX) {
            probes = 0;
            break;
          }
        }
        if (probes) {
          if (may_capture) {
            BacktrackPoint point = {record->children - 1, (uint32_t)position, (uint32_t)end, capture_count};
            points[point_count++] = point;
          }
          node = index;
          position = end + 1;
          continue;
        }
      }
      if (may_capture) {
        captures[capture_count].start = (uint32_t)position;
        captures[capture_count++].end = (uint32_t)end;
        node = record->children - 1;
        position = end + 1;
        continue;
      }
    }
    if (!point_count) return -1;
    BacktrackPoint point = points[--point_count];
    capture_count = point.captures;
    captures[capture_count].start = point.position;
    captures[capture_count++].end = point.end;
    node = point.record;
    position = (size_t)point.end + 1;
  }
}
