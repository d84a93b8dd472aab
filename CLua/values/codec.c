#include "values.h"

#include <stdlib.h>
#include <string.h>

/* Values to bytes and back. No script code runs here: all access is raw. */

/* How many of the first places of a list may be empty although few are filled. */
#define FEW_ITEMS 8

typedef struct Encoder {
  lua_State *L;
  clua_State *S;
  clua_Buffer *buffer;
  size_t limit;
  uint32_t depth;              /* levels of tables to copy */
  uint32_t level;              /* tables being encoded */
  const void *open[64];        /* their addresses, to detect a cycle */
} Encoder;

static void check_room(Encoder *e, bool stored) {
  if (!stored) luaL_error(e->L, "not enough memory");
  if (e->buffer->length > e->limit) {
    clua_raise(
      e->L, "value_too_large", "the value is larger than %d bytes and cannot be passed; pass less at a time",
      (int)e->limit);
  }
}

/* Takes a registry reference to the value on top (popped), recorded until the encoding ends. */
static int take_reference(Encoder *e) {
  clua_State *S = e->S;
  if (S->fresh_count == S->fresh_capacity) {
    size_t capacity = S->fresh_capacity == 0 ? 16 : S->fresh_capacity * 2;
    int *fresh = realloc(S->fresh, capacity * sizeof *fresh);
    if (fresh == NULL) luaL_error(e->L, "not enough memory");
    S->fresh = fresh;
    S->fresh_capacity = capacity;
  }
  bool building = S->account.building;
  S->account.building = true; /* the table of references may be larger than a script's values */
  int reference = luaL_ref(e->L, LUA_REGISTRYINDEX);
  S->account.building = building;
  S->fresh[S->fresh_count++] = reference;
  return reference;
}

void encode_done(clua_State *S) { S->fresh_count = 0; }

/* Releases the references of an encoding that ended with an error. */
static void drop_fresh(lua_State *L, clua_State *S) {
  while (S->fresh_count > 0) luaL_unref(L, LUA_REGISTRYINDEX, S->fresh[--S->fresh_count]);
}

static void encode_value(Encoder *e, int index);

static void encode_reference(Encoder *e, int index) {
  uint8_t type = (uint8_t)lua_type(e->L, index);
  lua_pushvalue(e->L, index);
  uint32_t reference = (uint32_t)take_reference(e);
  check_room(
    e, buffer_put_byte(e->buffer, CLUA_REFERENCE) && buffer_put_byte(e->buffer, type)
         && buffer_put_u32(e->buffer, reference));
}

static void encode_userdata(Encoder *e, int index) {
  uint32_t class;
  uint64_t handle;
  if (find_record(e->L, index, &handle)) {
    lua_pushvalue(e->L, index);
    uint32_t reference = (uint32_t)take_reference(e);
    check_room(
      e, buffer_put_byte(e->buffer, CLUA_RECORD) && buffer_put_u64(e->buffer, handle)
           && buffer_put_u32(e->buffer, reference));
    return;
  }
  if (!find_object(e->L, index, &class, &handle)) {
    encode_reference(e, index);
    return;
  }
  check_room(
    e, buffer_put_byte(e->buffer, CLUA_OBJECT) && buffer_put_u32(e->buffer, class)
         && buffer_put_u64(e->buffer, handle));
}

static bool is_error_value(lua_State *L, clua_State *S, int index) {
  if (!lua_getmetatable(L, index)) return false;
  lua_rawgeti(L, LUA_REGISTRYINDEX, S->registered.error_meta);
  bool same = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return same;
}

static void encode_error_value(Encoder *e, int index) {
  static const char *const fields[] = {"code", "message", "file", "line"};
  check_room(e, buffer_put_byte(e->buffer, CLUA_ERROR));
  for (int i = 0; i < 4; i++) {
    lua_pushstring(e->L, fields[i]);
    lua_rawget(e->L, index);
    int type = lua_type(e->L, -1);
    if (type != LUA_TSTRING && type != LUA_TNUMBER) {
      lua_pop(e->L, 1);
      lua_pushnil(e->L);
    }
    encode_value(e, lua_gettop(e->L));
    lua_pop(e->L, 1);
  }
}

static void open_table(Encoder *e, int index) {
  const void *address = lua_topointer(e->L, index);
  for (uint32_t i = 0; i < e->level; i++) {
    if (e->open[i] == address) {
      clua_raise(e->L, "value_cycle", "a table that contains itself cannot be passed");
    }
  }
  if (e->level >= e->S->account.limits.value_depth || e->level >= 64) {
    clua_raise(
      e->L, "value_too_deep", "tables nested deeper than %d levels cannot be passed",
      (int)e->level);
  }
  e->open[e->level++] = address;
  luaL_checkstack(e->L, 4, "table too deep");
}

/* The recorded extent of a list: its places and the last filled one; both 0 for other tables. */
typedef struct Extent {
  uint32_t places, filled;
} Extent;

/*
 * Encodes the items up to Lua's border and returns their number; entries after it cross as fields.
 * A few fields can put the border at two million, so the items end where more places are empty than
 * filled. That excludes the first few places, and the initial places of a list.
 */
static uint32_t encode_items(Encoder *e, int index, Extent list) {
  lua_Unsigned border = lua_rawlen(e->L, index);
  size_t end = e->buffer->length;
  uint32_t length = 0, filled = 0;
  if (border < list.filled) border = list.filled;
  for (uint32_t i = 1; i <= border && (i <= 2 * filled + FEW_ITEMS || i <= list.filled); i++) {
    if (lua_rawgeti(e->L, index, i) == LUA_TNIL) {
      check_room(e, buffer_put_byte(e->buffer, CLUA_NIL));
    } else {
      encode_value(e, lua_gettop(e->L));
      filled++;
      length = i;
      end = e->buffer->length;
    }
    lua_pop(e->L, 1);
  }
  e->buffer->length = end;
  for (; length == list.filled && list.filled < list.places; list.filled++, length++) {
    check_room(e, buffer_put_byte(e->buffer, CLUA_NIL));
  }
  return length;
}

/* Encodes the pairs after the first `length` items; returns their number. */
static uint32_t encode_fields(Encoder *e, int index, uint32_t length) {
  uint32_t count = 0;
  lua_pushnil(e->L);
  int key_index = lua_gettop(e->L);
  while (lua_next(e->L, index) != 0) {
    int type = lua_type(e->L, -2);
    bool listed = false;
    if (type == LUA_TNUMBER && lua_isinteger(e->L, -2)) {
      lua_Integer key = lua_tointeger(e->L, -2);
      listed = key >= 1 && key <= (lua_Integer)length;
    } else if (type != LUA_TSTRING && type != LUA_TNUMBER && type != LUA_TBOOLEAN) {
      clua_raise(
        e->L, "value_key", "a table with a key of type %s cannot be passed",
        lua_typename(e->L, type));
    }
    if (!listed) {
      encode_value(e, key_index);
      encode_value(e, key_index + 1);
      count++;
    }
    lua_pop(e->L, 1);
  }
  return count;
}

static void encode_table(Encoder *e, int index) {
  if (is_error_value(e->L, e->S, index)) {
    encode_error_value(e, index);
    return;
  }
  if (e->level >= e->depth) {
    encode_reference(e, index);
    return;
  }
  Extent list;
  bool is_list = find_list(e->L, index, &list.places, &list.filled);
  if (push_unread(e->L, index)) {
    lua_replace(e->L, index); /* no script runs here: its texts cross */
  } else {
    unseal(e->L, index);
  }
  open_table(e, index);
  check_room(e, buffer_put_byte(e->buffer, is_list ? CLUA_LIST : CLUA_TABLE));
  size_t patch = e->buffer->length;
  check_room(e, buffer_put_u64(e->buffer, 0));
  uint32_t length = encode_items(e, index, list);
  buffer_patch_u32(e->buffer, patch, length);
  buffer_patch_u32(e->buffer, patch + sizeof length, encode_fields(e, index, length));
  e->level--;
}

static void encode_number(Encoder *e, int index) {
  uint64_t bits;
  bool whole = lua_isinteger(e->L, index);
  if (whole) {
    bits = (uint64_t)lua_tointeger(e->L, index);
  } else {
    double number = lua_tonumber(e->L, index);
    memcpy(&bits, &number, sizeof bits);
  }
  check_room(
    e, buffer_put_byte(e->buffer, whole ? CLUA_INTEGER : CLUA_NUMBER)
         && buffer_put_u64(e->buffer, bits));
}

static void encode_string(Encoder *e, int index) {
  size_t length;
  const char *bytes = lua_tolstring(e->L, index, &length);
  if (length > e->limit) length = e->limit + 1; /* enough to exceed the limit */
  check_room(e, buffer_put_string(e->buffer, bytes, length));
}

static void encode_function(Encoder *e, int index) {
  lua_pushvalue(e->L, index);
  uint32_t reference = (uint32_t)take_reference(e);
  check_room(
    e, buffer_put_byte(e->buffer, CLUA_FUNCTION) && buffer_put_u32(e->buffer, reference));
}

static void encode_value(Encoder *e, int index) {
  switch (lua_type(e->L, index)) {
    case LUA_TNONE:
    case LUA_TNIL:
    case LUA_TLIGHTUSERDATA:
      check_room(e, buffer_put_byte(e->buffer, CLUA_NIL));
      break;
    case LUA_TBOOLEAN:
      check_room(
        e, buffer_put_byte(e->buffer, lua_toboolean(e->L, index) ? CLUA_TRUE : CLUA_FALSE));
      break;
    case LUA_TNUMBER: encode_number(e, index); break;
    case LUA_TSTRING: encode_string(e, index); break;
    case LUA_TTABLE: encode_table(e, index); break;
    case LUA_TFUNCTION: encode_function(e, index); break;
    case LUA_TUSERDATA: encode_userdata(e, index); break;
    default: encode_reference(e, index); break;
  }
}

void encode_list(lua_State *L, clua_Buffer *buffer, int first, int count, uint32_t depth) {
  Encoder e;
  e.L = L;
  e.S = state_of(L);
  e.buffer = buffer;
  e.limit = e.S->account.limits.value_bytes + buffer->length;
  e.depth = depth;
  e.level = 0;
  drop_fresh(L, e.S);
  luaL_checkstack(L, 6, "too many values");
  check_room(&e, buffer_put_u32(buffer, (uint32_t)count));
  for (int i = 0; i < count; i++) encode_value(&e, first + i);
}

/* ---- back ---- */

static int bad_buffer(lua_State *L) { return luaL_error(L, "malformed value buffer"); }

static void take(lua_State *L, const uint8_t **cursor, const uint8_t *end, void *to, size_t size) {
  if ((size_t)(end - *cursor) < size) bad_buffer(L);
  memcpy(to, *cursor, size);
  *cursor += size;
}

static uint32_t take_u32(lua_State *L, const uint8_t **cursor, const uint8_t *end) {
  uint32_t value;
  take(L, cursor, end, &value, sizeof value);
  return value;
}

static void decode_number(lua_State *L, const uint8_t **cursor, const uint8_t *end, bool whole) {
  uint64_t bits;
  take(L, cursor, end, &bits, sizeof bits);
  if (whole) {
    lua_pushinteger(L, (lua_Integer)bits);
    return;
  }
  double number;
  memcpy(&number, &bits, sizeof number);
  lua_pushnumber(L, number);
}

static void decode_string(lua_State *L, const uint8_t **cursor, const uint8_t *end) {
  uint32_t length = take_u32(L, cursor, end);
  if ((size_t)(end - *cursor) < length) bad_buffer(L);
  lua_pushlstring(L, (const char *)*cursor, length);
  *cursor += length;
}

static void decode_table(lua_State *L, const uint8_t **cursor, const uint8_t *end, bool is_list) {
  uint32_t length = take_u32(L, cursor, end);
  uint32_t fields = take_u32(L, cursor, end);
  if ((size_t)(end - *cursor) < (size_t)length + fields) bad_buffer(L);
  luaL_checkstack(L, 4, "table too deep");
  lua_createtable(L, (int)length, (int)fields);
  uint32_t filled = 0;
  for (uint32_t i = 1; i <= length; i++) {
    decode_value(L, cursor, end);
    if (!lua_isnil(L, -1)) filled = i;
    lua_rawseti(L, -2, i);
  }
  if (is_list) note_list(L, -1, length, filled);
  for (uint32_t i = 0; i < fields; i++) {
    decode_value(L, cursor, end);
    if (lua_isnil(L, -1)) bad_buffer(L);
    decode_value(L, cursor, end);
    lua_rawset(L, -3);
  }
}

static void decode_object(lua_State *L, const uint8_t **cursor, const uint8_t *end) {
  uint64_t handle;
  uint32_t class = take_u32(L, cursor, end);
  take(L, cursor, end, &handle, sizeof handle);
  push_object(L, class, handle);
}

static void decode_record(lua_State *L, const uint8_t **cursor, const uint8_t *end) {
  uint64_t address;
  take(L, cursor, end, &address, sizeof address);
  push_record(L, (clua_RecordSpec *)(uintptr_t)address);
}

/* The size of the payload after a tag, or of its fixed part. */
static size_t payload_size(uint8_t tag) {
  switch (tag) {
    case CLUA_INTEGER:
    case CLUA_NUMBER:
    case CLUA_RECORD_SPEC:
    case CLUA_TABLE:
    case CLUA_LIST: return 8;
    case CLUA_STRING:
    case CLUA_FUNCTION: return 4;
    case CLUA_OBJECT:
    case CLUA_RECORD: return 12;
    case CLUA_REFERENCE: return 5;
    default: return 0;
  }
}

void drop_values(lua_State *L, clua_Bytes values) {
  const uint8_t *cursor = values.bytes;
  const uint8_t *end = cursor + values.length;
  if (!lua_checkstack(L, 4)) return;
  /* The content of a table follows its head, and the next value follows that. */
  while (cursor < end) {
    uint8_t tag = *cursor++;
    uint32_t number = 0;
    size_t size = payload_size(tag);
    if ((size_t)(end - cursor) < size) return;
    if (size >= sizeof number) memcpy(&number, cursor + size - sizeof number, sizeof number);
    cursor += size;
    if (tag == CLUA_FUNCTION || tag == CLUA_RECORD || tag == CLUA_REFERENCE) {
      luaL_unref(L, LUA_REGISTRYINDEX, (int)number);
    } else if (tag == CLUA_STRING) {
      if ((size_t)(end - cursor) < number) return;
      cursor += number;
    }
  }
}

void clua_drop_values(clua_State *S, clua_Bytes values) {
  if (!S->poisoned && values.length > 0) drop_values(working_thread(S), values);
}

void skip_value(lua_State *L, const uint8_t **cursor, const uint8_t *end) {
  uint8_t tag;
  uint32_t sizes[2] = {0, 0};
  take(L, cursor, end, &tag, 1);
  size_t size = payload_size(tag);
  if ((size_t)(end - *cursor) < size) bad_buffer(L);
  if (size >= 4) memcpy(sizes, *cursor, size >= 8 ? 8 : 4);
  *cursor += size;
  if (tag == CLUA_STRING) {
    if ((size_t)(end - *cursor) < sizes[0]) bad_buffer(L);
    *cursor += sizes[0];
  } else if (tag == CLUA_TABLE || tag == CLUA_LIST || tag == CLUA_ERROR) {
    uint64_t count = tag == CLUA_ERROR ? 4 : (uint64_t)sizes[0] + 2 * (uint64_t)sizes[1];
    luaL_checkstack(L, 1, "table too deep");
    for (uint64_t i = 0; i < count; i++) skip_value(L, cursor, end);
  }
}

void decode_value(lua_State *L, const uint8_t **cursor, const uint8_t *end) {
  uint8_t tag;
  take(L, cursor, end, &tag, 1);
  switch (tag) {
    case CLUA_NIL: lua_pushnil(L); break;
    case CLUA_FALSE: lua_pushboolean(L, 0); break;
    case CLUA_TRUE: lua_pushboolean(L, 1); break;
    case CLUA_INTEGER: decode_number(L, cursor, end, true); break;
    case CLUA_NUMBER: decode_number(L, cursor, end, false); break;
    case CLUA_STRING: decode_string(L, cursor, end); break;
    case CLUA_TABLE:
    case CLUA_LIST: decode_table(L, cursor, end, tag == CLUA_LIST); break;
    case CLUA_REFERENCE: {
      uint8_t type;
      take(L, cursor, end, &type, 1);
      lua_rawgeti(L, LUA_REGISTRYINDEX, (lua_Integer)take_u32(L, cursor, end));
      break;
    }
    case CLUA_FUNCTION:
      lua_rawgeti(L, LUA_REGISTRYINDEX, (lua_Integer)take_u32(L, cursor, end));
      break;
    case CLUA_RECORD_SPEC: decode_record(L, cursor, end); break;
    case CLUA_OBJECT: decode_object(L, cursor, end); break;
    case CLUA_ERROR:
      luaL_checkstack(L, 8, "table too deep");
      for (int i = 0; i < 4; i++) decode_value(L, cursor, end);
      push_error_value(L);
      break;
    default: bad_buffer(L);
  }
}

int decode_list(lua_State *L, clua_Bytes bytes) {
  if (bytes.length == 0) return 0;
  const uint8_t *cursor = bytes.bytes;
  const uint8_t *end = cursor + bytes.length;
  uint32_t count = take_u32(L, &cursor, end);
  if ((size_t)(end - cursor) < count) bad_buffer(L);
  luaL_checkstack(L, (int)count + 4, "too many values");
  for (uint32_t i = 0; i < count; i++) decode_value(L, &cursor, end);
  return (int)count;
}
