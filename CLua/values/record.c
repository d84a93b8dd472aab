#include "values.h"

#include <stdlib.h>
#include <string.h>

/*
 * Records: read-only values such as `state`. A record owns a copy of its bytes. Each value is built
 * once, when a script first reads it. A record holds nothing of the host, so it stays valid as long
 * as a script keeps it.
 */

/* User values of a record: the table of parameters, and a table of other fields that were read. */
enum { VALUE_PARAMS = 1, VALUE_CACHE, VALUE_COUNT = VALUE_CACHE };

const clua_FieldKinds field_kinds = {0, 0, 0, 0, 0, 0, 0};

static const clua_Range *record_ranges(const clua_Record *record) {
  return (const clua_Range *)(record + 1);
}
static const char *record_text(const clua_Record *record) {
  return (const char *)(record_ranges(record) + record->range_count);
}
static const uint8_t *record_block(const clua_Record *record) {
  return (const uint8_t *)record_text(record) + record->text_length;
}

bool find_record(lua_State *L, int index, uint64_t *tag) {
  const clua_Record *record = lua_touserdata(L, index);
  if (record == NULL || !lua_getmetatable(L, index)) return false;
  bool found = lua_rawgetp(L, -1, &field_kinds.metatable) == LUA_TBOOLEAN;
  lua_pop(L, 2);
  if (found) *tag = record->tag;
  return found;
}

/* ---- parameters ---- */

static void push_integer_text(lua_State *L, const char *text, size_t length) {
  uint64_t value = 0;
  size_t i = length > 0 && text[0] == '-';
  for (; i < length; i++) value = value * 10 + (uint64_t)(text[i] - '0');
  if (length > 0 && text[0] == '-') value = 0 - value;
  lua_pushinteger(L, (lua_Integer)value);
}

static void push_number_text(lua_State *L, const char *text, size_t length) {
  char copy[64];
  if (length < sizeof copy) {
    memcpy(copy, text, length);
    copy[length] = 0;
    if (lua_stringtonumber(L, copy) != 0) {
      lua_pushnumber(L, lua_tonumber(L, -1));
      lua_remove(L, -2);
      return;
    }
  }
  lua_pushlstring(L, text, length);
}

static void push_lowered(lua_State *L, const char *text, size_t length) {
  luaL_Buffer buffer;
  char *copy = luaL_buffinitsize(L, &buffer, length);
  for (size_t i = 0; i < length; i++) {
    copy[i] = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] + 32) : text[i];
  }
  luaL_pushresultsize(&buffer, length);
}

static void push_list(lua_State *L, const clua_Record *record, clua_Range range) {
  lua_newtable(L);
  if (range.start > range.end) return; /* matched no segment */
  const char *text = record_text(record);
  lua_Integer count = 0;
  uint32_t start = range.start;
  for (uint32_t i = start; i <= range.end; i++) {
    if (i < range.end && (uint8_t)text[i] != record->separator) continue;
    lua_pushlstring(L, text + start, i - start);
    lua_rawseti(L, -2, ++count);
    start = i + 1;
  }
}

static void push_parameter(lua_State *L, const clua_Record *record, clua_Range range, uint8_t kind) {
  if (kind == CLUA_KIND_LIST) {
    push_list(L, record, range);
    return;
  }
  const char *text = record_text(record) + range.start;
  size_t length = range.end - range.start;
  switch (kind) {
    case CLUA_KIND_INTEGER: push_integer_text(L, text, length); break;
    case CLUA_KIND_NUMBER: push_number_text(L, text, length); break;
    case CLUA_KIND_BOOLEAN: lua_pushboolean(L, length == 4); break; /* "true" */
    case CLUA_KIND_LOWERED: push_lowered(L, text, length); break;
    default: lua_pushlstring(L, text, length); break;
  }
}

/* Replaces the text at -1 by the result of its parser; the name is at -2. */
static void parse_parameter(lua_State *L) {
  lua_pushvalue(L, -2);
  if (lua_rawget(L, lua_upvalueindex(UP_PARSERS)) != LUA_TFUNCTION) {
    lua_pop(L, 1);
    return;
  }
  lua_insert(L, -2);
  lua_pushvalue(L, -3);
  lua_call(L, 2, 1);
}

/* Creates the table of parameters, keeps it, and pushes it. */
static int make_params(lua_State *L, const clua_Record *record, const clua_Shape *shape) {
  uint32_t count = shape->count < record->range_count ? shape->count : record->range_count;
  const clua_Range *ranges = record_ranges(record);
  lua_createtable(L, 0, (int)count);
  for (uint32_t i = 0; i < count; i++) {
    if (ranges[i].start == UINT32_MAX || shape->kinds[i] == CLUA_KIND_NONE) continue;
    lua_rawgeti(L, lua_upvalueindex(UP_NAMES), (lua_Integer)i + 1);
    push_parameter(L, record, ranges[i], shape->kinds[i]);
    if (shape->parses) parse_parameter(L);
    lua_rawset(L, -3);
  }
  lua_pushstring(L, state_of(L)->params_key);
  lua_insert(L, -2);
  seal_held(L, -2);
  lua_remove(L, -2);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, 1, VALUE_PARAMS);
  return 1;
}

/* Pushes the table of parameters, creating it at its first use. */
static int push_params(lua_State *L, const clua_Record *record, const clua_Shape *shape) {
  if (lua_getiuservalue(L, 1, VALUE_PARAMS) == LUA_TTABLE) return 1;
  lua_pop(L, 1);
  return make_params(L, record, shape);
}

/* Replaces the text of an item on top by the result of its parser. */
static void parse_item(lua_State *L, int name) {
  lua_pushliteral(L, "?");
  lua_pushvalue(L, name);
  lua_concat(L, 2);
  if (lua_rawget(L, lua_upvalueindex(UP_PARSERS)) != LUA_TFUNCTION) {
    lua_pop(L, 1);
    return;
  }
  lua_insert(L, -2);
  lua_pushvalue(L, name);
  lua_call(L, 2, 1);
}

/* Replaces the items of the query on top by the results of their parsers, once. */
static void parse_query(lua_State *L, clua_Record *record) {
  if (record->is_query_parsed || !lua_istable(L, -1)) return;
  luaL_checkstack(L, 8, "query");
  int query = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, query) != 0) {
    int name = query + 1;
    if (!lua_istable(L, -1)) {
      parse_item(L, name);
    } else {
      for (lua_Integer i = 1, count = (lua_Integer)lua_rawlen(L, -1); i <= count; i++) {
        lua_rawgeti(L, -1, i);
        parse_item(L, name);
        lua_rawseti(L, -2, i);
      }
    }
    lua_pushvalue(L, name);
    lua_insert(L, -2);
    lua_rawset(L, query);
  }
  record->is_query_parsed = true;
}

static bool is_query(lua_State *L, int key) {
  return lua_type(L, key) == LUA_TSTRING && strcmp(lua_tostring(L, key), "query") == 0;
}

/* ---- other fields ---- */

/* Pushes the block's value for the key at `key`, or nothing. */
static bool push_from_block(lua_State *L, const clua_Record *record, int key) {
  size_t length;
  const char *name = lua_tolstring(L, key, &length);
  const uint8_t *cursor = record_block(record);
  const uint8_t *end = cursor + record->block_length;
  if (record->block_length < 4) return false;
  cursor += 4; /* the count */
  while (cursor < end) {
    uint32_t size;
    memcpy(&size, cursor + 1, sizeof size);
    bool found = size == length && memcmp(cursor + 5, name, length) == 0;
    cursor += 5 + size;
    if (found) {
      decode_value(L, &cursor, end);
      return true;
    }
    skip_value(L, &cursor, end);
  }
  return false;
}

static void push_deep_copy(lua_State *L, int index) {
  if (!lua_istable(L, index)) {
    lua_pushvalue(L, index);
    return;
  }
  luaL_checkstack(L, 6, "table too deep");
  index = lua_absindex(L, index);
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, index) != 0) {
    lua_pushvalue(L, -2);
    push_deep_copy(L, -2);
    lua_rawset(L, -5);
    lua_pop(L, 1);
  }
}

/* Caches the value on top for the key at `key`. */
static void cache(lua_State *L, int key) {
  if (lua_getiuservalue(L, 1, VALUE_CACHE) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, 1, VALUE_CACHE);
  }
  lua_pushvalue(L, key);
  lua_pushvalue(L, -3);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

static bool push_cached(lua_State *L, int key) {
  if (lua_getiuservalue(L, 1, VALUE_CACHE) == LUA_TTABLE) {
    lua_pushvalue(L, key);
    if (lua_rawget(L, -2) != LUA_TNIL) {
      lua_remove(L, -2);
      return true;
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return false;
}

/* Whether the table on top cannot be changed. */
static bool is_sealed(lua_State *L) {
  if (!push_sealed(L, -1)) return false;
  lua_pop(L, 1);
  return true;
}

static void push_field(lua_State *L, const clua_Record *record, const clua_Shape *shape, int key);

/* Pushes one table merged from several fields that are tables; later ones win. */
static void push_merged(lua_State *L, const clua_Record *record, const clua_Shape *shape, int key) {
  lua_newtable(L);
  int result = lua_gettop(L);
  lua_pushvalue(L, key);
  lua_rawget(L, lua_upvalueindex(UP_MERGED));
  int sources = lua_gettop(L);
  lua_Integer count = lua_istable(L, sources) ? (lua_Integer)lua_rawlen(L, sources) : 0;
  for (lua_Integer i = 1; i <= count; i++) {
    lua_settop(L, sources);
    lua_rawgeti(L, sources, i);
    push_field(L, record, shape, sources + 1);
    if (!lua_istable(L, -1)) continue;
    unseal(L, sources + 2);
    lua_pushnil(L);
    while (lua_next(L, sources + 2) != 0) {
      lua_pushvalue(L, -2);
      lua_insert(L, -2);
      lua_rawset(L, result);
    }
  }
  lua_settop(L, result);
}

/* Seals the table on top, which is the value of the key at `key`. */
static void seal_field(lua_State *L, int key) {
  lua_pushvalue(L, key);
  if (!lua_istable(L, lua_upvalueindex(UP_STRICT))
      || lua_rawget(L, lua_upvalueindex(UP_STRICT)) != LUA_TTABLE) {
    lua_pop(L, 1);
    seal_held(L, key);
    return;
  }
  lua_insert(L, -2);
  seal_strict(L, -2);
  lua_remove(L, -2);
}

/* Pushes the value of a field that is not fixed; `kind` says how to compute it. */
static void push_made(
  lua_State *L, const clua_Record *record, const clua_Shape *shape, int key, const void *kind
) {
  bool is_held =
    kind == &field_kinds.table || kind == &field_kinds.merged || kind == &field_kinds.fixed;
  bool parses = shape->parses && kind == &field_kinds.table && is_query(L, key);
  if (push_cached(L, key)) {
    if (!is_held || !lua_istable(L, -1) || is_sealed(L)) return;
  } else if (kind == &field_kinds.fixed) {
    lua_pushvalue(L, key);
    lua_rawget(L, lua_upvalueindex(UP_STATICS));
    push_deep_copy(L, -1);
    lua_remove(L, -2);
  } else if (kind == &field_kinds.merged) {
    push_merged(L, record, shape, key);
  } else if (kind == &field_kinds.computed) {
    lua_pushvalue(L, key);
    lua_rawget(L, lua_upvalueindex(UP_COMPUTED));
    lua_pushvalue(L, 1);
    lua_call(L, 1, 2);
    bool is_kept = !lua_toboolean(L, -1);
    lua_pop(L, 1);
    if (!is_kept) return;
  } else if (!push_from_block(L, record, key)) {
    if (kind == &field_kinds.optional) {
      lua_pushnil(L);
      return;
    }
    if (kind == &field_kinds.text) {
      lua_pushlstring(L, record_text(record), record->text_length);
    } else {
      lua_newtable(L);
    }
  }
  if (parses) parse_query(L, (clua_Record *)(uintptr_t)record);
  int type = lua_type(L, -1);
  if (is_held && type == LUA_TTABLE) seal_field(L, key);
  if (type != LUA_TSTRING && type != LUA_TNUMBER && type != LUA_TBOOLEAN && type != LUA_TNIL) {
    cache(L, key);
  }
}

static void push_field(lua_State *L, const clua_Record *record, const clua_Shape *shape, int key) {
  luaL_checkstack(L, 8, "record");
  if (lua_type(L, key) == LUA_TSTRING && lua_tostring(L, key) == state_of(L)->params_key) {
    push_params(L, record, shape);
    return;
  }
  lua_pushvalue(L, key);
  int type = lua_rawget(L, lua_upvalueindex(UP_FIELDS));
  if (type == LUA_TLIGHTUSERDATA) {
    const void *kind = lua_touserdata(L, -1);
    lua_pop(L, 1);
    push_made(L, record, shape, key, kind);
  } else if (type == LUA_TNIL && lua_isfunction(L, lua_upvalueindex(UP_UNKNOWN))) {
    lua_pop(L, 1);
    lua_pushvalue(L, lua_upvalueindex(UP_UNKNOWN));
    lua_pushvalue(L, 1);
    lua_pushvalue(L, key);
    lua_call(L, 2, 1);
  }
}

int record_index(lua_State *L) {
  bool wants_params = lua_tostring(L, 2) == state_of(L)->params_key;
  if (wants_params && lua_getiuservalue(L, 1, VALUE_PARAMS) == LUA_TTABLE) return 1;
  const clua_Record *record = lua_touserdata(L, 1);
  const clua_Shape *shape = lua_touserdata(L, lua_upvalueindex(UP_SHAPE));
  if (wants_params) return make_params(L, record, shape);
  push_field(L, record, shape, 2);
  return 1;
}

int record_newindex(lua_State *L) {
  luaL_getmetafield(L, 1, "__name");
  return clua_raise(
    L, "denied", "%s cannot be changed ('%s' was assigned)", lua_tostring(L, -1),
    lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : luaL_typename(L, 2));
}

/* Scripts get this function from `pairs` and may call it with any arguments. */
static int next_field(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  return lua_next(L, 1) != 0 ? 2 : 0;
}

/* Iterates over a copy of all fields. It has the upvalues of `__index`. */
int record_pairs(lua_State *L) {
  const clua_Record *record = lua_touserdata(L, 1);
  const clua_Shape *shape = lua_touserdata(L, lua_upvalueindex(UP_SHAPE));
  lua_settop(L, 1);
  lua_pushcfunction(L, next_field);
  lua_newtable(L);
  lua_pushliteral(L, "params");
  push_params(L, record, shape);
  lua_rawset(L, 3);
  lua_pushnil(L);
  while (lua_next(L, lua_upvalueindex(UP_FIELDS)) != 0) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    push_field(L, record, shape, lua_gettop(L));
    lua_rawset(L, 3);
  }
  return 2;
}

/* ---- records ---- */

/* Fills the cache from the block, which has references that the record must keep. */
static void decode_block(lua_State *L, const clua_RecordSpec *spec) {
  int record = lua_gettop(L);
  int count = decode_list(L, spec->block);
  lua_newtable(L);
  int cache = lua_gettop(L);
  for (int i = 1; i + 1 <= count; i += 2) {
    lua_pushvalue(L, record + i);
    lua_pushvalue(L, record + i + 1);
    lua_rawset(L, cache);
  }
  lua_setiuservalue(L, record, VALUE_CACHE);
  lua_settop(L, record);
}

void push_new_record(lua_State *L, const clua_RecordSpec *spec) {
  clua_Record *record = lua_newuserdatauv(L, record_size(spec), VALUE_COUNT);
  record->tag = spec->tag;
  record->separator = spec->separator;
  record->is_query_parsed = false;
  record->range_count = spec->range_count;
  record->block_length = spec->eager ? 0 : (uint32_t)spec->block.length;
  record->text_length = (uint32_t)spec->text.length;
  uint8_t *rest = (uint8_t *)(record + 1);
  size_t ranges_size = spec->range_count * sizeof(clua_Range);
  if (ranges_size > 0) memcpy(rest, spec->ranges, ranges_size);
  if (record->text_length > 0) memcpy(rest + ranges_size, spec->text.bytes, spec->text.length);
  if (record->block_length > 0) {
    memcpy(rest + ranges_size + spec->text.length, spec->block.bytes, record->block_length);
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, spec->shape);
  lua_setmetatable(L, -2);
  if (spec->eager) decode_block(L, spec);
}
