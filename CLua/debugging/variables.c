#include "debugging.h"

/*
 * Variables as the debugger shows them: the text of a value, and its content. All functions raise.
 */

enum { LONGEST_TEXT = 4096, MOST_SEARCHED = 10000 };

/* ---- texts ---- */

static void add_byte(luaL_Buffer *buffer, uint8_t byte, char next) {
  switch (byte) {
    case '"': luaL_addstring(buffer, "\\\""); break;
    case '\\': luaL_addstring(buffer, "\\\\"); break;
    case '\n': luaL_addstring(buffer, "\\n"); break;
    case '\r': luaL_addstring(buffer, "\\r"); break;
    case '\t': luaL_addstring(buffer, "\\t"); break;
    default:
      if (byte >= 32 && byte != 127) {
        luaL_addchar(buffer, (char)byte);
      } else {
        add_code(buffer, byte, next);
      }
      break;
  }
}

/* Pushes a string as Lua writes it, shortened if it is long. */
static void push_quoted(lua_State *L, int index) {
  size_t length;
  index = lua_absindex(L, index);
  const char *text = lua_tolstring(L, index, &length);
  size_t shown = length < LONGEST_TEXT ? length : LONGEST_TEXT;
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  luaL_addchar(&buffer, '"');
  for (size_t i = 0; i < shown; i++) {
    add_byte(&buffer, (uint8_t)text[i], i + 1 < shown ? text[i + 1] : '\0');
  }
  luaL_addstring(&buffer, shown < length ? "\"…" : "\"");
  luaL_pushresult(&buffer);
}

static int show_value(lua_State *L) {
  push_display(L, 1);
  return 1;
}

/* Pushes the text of the value on top, which is not popped; for a string, its beginning. */
static void push_text_of(lua_State *L) {
  size_t length;
  if (lua_type(L, -1) == LUA_TSTRING) {
    const char *bytes = lua_tolstring(L, -1, &length);
    lua_pushlstring(L, bytes, length < LONGEST_TEXT ? length : LONGEST_TEXT);
    return;
  }
  lua_pushcfunction(L, show_value);
  lua_pushvalue(L, -2);
  int status = lua_pcall(L, 1, 1, 0);
  if (status != LUA_OK) {
    check_caught(L, status);
    const char *message = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "an error";
    lua_pushfstring(L, "(tostring: %s)", message);
    lua_remove(L, -2);
  }
  const char *text = lua_tolstring(L, -1, &length);
  if (length > LONGEST_TEXT) {
    lua_pushlstring(L, text, LONGEST_TEXT);
    lua_pushliteral(L, "…");
    lua_concat(L, 2);
    lua_remove(L, -2);
  }
}

static bool is_word(const char *text, size_t length) {
  static const char *const reserved[] = {
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  };
  if (length == 0 || (text[0] >= '0' && text[0] <= '9')) return false;
  for (size_t i = 0; i < length; i++) {
    char c = text[i] | 32;
    if (text[i] != '_' && !(c >= 'a' && c <= 'z') && !(text[i] >= '0' && text[i] <= '9')) return false;
  }
  for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) {
    if (strcmp(reserved[i], text) == 0) return false;
  }
  return true;
}

/* Pushes the name of the field with the key on top, which is not popped. */
static void push_field_name(lua_State *L) {
  size_t length;
  if (lua_type(L, -1) == LUA_TSTRING) {
    const char *text = lua_tolstring(L, -1, &length);
    if (is_word(text, length)) {
      lua_pushvalue(L, -1);
      return;
    }
    push_quoted(L, -1);
  } else {
    push_text_of(L);
  }
  lua_pushfstring(L, "[%s]", lua_tostring(L, -1));
  lua_remove(L, -2);
}

/* ---- the content of a value ---- */

static bool is_item(lua_State *L, int key, lua_Unsigned count) {
  return lua_isinteger(L, key) && (lua_Unsigned)lua_tointeger(L, key) - 1 < count;
}

/* Whether the table on top has more than its items. */
static bool has_names(lua_State *L, lua_Unsigned count) {
  int searched = 0;
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pop(L, 1);
    if (!is_item(L, -1, count) || ++searched > MOST_SEARCHED) {
      lua_pop(L, 1);
      return searched <= MOST_SEARCHED;
    }
  }
  return false;
}

static bool has_pairs(lua_State *L, int index) {
  if (luaL_getmetafield(L, index, "__pairs") == LUA_TNIL) return false;
  lua_pop(L, 1);
  return true;
}

static const char *type_name(lua_State *L) {
  if (lua_type(L, -1) == LUA_TUSERDATA && luaL_getmetafield(L, -1, "__name") != LUA_TNIL) {
    const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "userdata";
    lua_pop(L, 1); /* the metatable keeps it */
    return name;
  }
  return luaL_typename(L, -1);
}

/* Gives the value on top, which is not popped, a number, or 0. */
static uint32_t number_value(lua_State *L, uint32_t frame) {
  clua_Debugger *D = state_of(L)->debugger;
  if (D->value_count >= MAX_SHOWN_VALUES) return 0;
  lua_rawgeti(L, LUA_REGISTRYINDEX, D->values);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, (lua_Integer)D->value_count + 1);
  lua_pop(L, 1);
  return note_value(D, frame) ? D->value_count : 0;
}

void put_variable(lua_State *L, uint32_t frame) {
  clua_Debugger *D = state_of(L)->debugger;
  clua_Buffer *answer = &D->answer;
  size_t name_length, length;
  lua_Unsigned items = 0;
  size_t left_out = 0;
  bool has_own_pairs = has_pairs(L, -1), more = has_own_pairs;
  luaL_checkstack(L, LUA_MINSTACK, "debugger");
  if (lua_type(L, -1) == LUA_TSTRING) {
    length = lua_rawlen(L, -1);
    if (length > LONGEST_TEXT) left_out = length - LONGEST_TEXT;
  } else if (!has_own_pairs && lua_istable(L, -1)) {
    items = lua_rawlen(L, -1);
    more = has_names(L, items);
  }
  uint32_t number = items > 0 || more ? number_value(L, frame) : 0;
  const char *type = type_name(L);
  push_text_of(L); /* name, value, text */
  const char *name = lua_tolstring(L, -3, &name_length);
  const char *text = lua_tolstring(L, -1, &length);
  bool stored = buffer_put_string(answer, name, name_length)
    && buffer_put_string(answer, text, length)
    && buffer_put_string(answer, type, strlen(type)) && buffer_put_integer(answer, number)
    && buffer_put_integer(answer, (int64_t)items)
    && buffer_put_byte(answer, more ? CLUA_TRUE : CLUA_FALSE)
    && buffer_put_integer(answer, (int64_t)left_out)
    && buffer_put_byte(answer, has_own_pairs ? CLUA_TRUE : CLUA_FALSE);
  if (!stored) luaL_error(L, "not enough memory");
  D->answered += 8;
  lua_pop(L, 3);
}

/* ---- listing ---- */

/* Key and value are on top; the value is popped. */
static void put_field(lua_State *L, uint32_t frame) {
  lua_pushvalue(L, -2);
  push_field_name(L);
  lua_remove(L, -2);
  lua_insert(L, -2);
  put_variable(L, frame);
}

/* Adds the variables that `pairs` returns for the value at 2. */
static void put_pairs(lua_State *L, uint32_t frame) {
  luaL_getmetafield(L, 2, "__pairs");
  lua_pushvalue(L, 2);
  lua_call(L, 1, 3); /* at 3: function, state, key */
  for (int i = 0; i < CLUA_MOST_NAMES; i++) {
    lua_pushvalue(L, 3);
    lua_pushvalue(L, 4);
    lua_pushvalue(L, 5);
    lua_call(L, 2, 2);
    if (lua_isnil(L, -2)) return;
    put_field(L, frame);
    lua_replace(L, 5);
  }
}

static void put_names(lua_State *L, uint32_t frame) {
  lua_Unsigned items = lua_rawlen(L, 2);
  int count = 0, searched = 0;
  lua_pushnil(L);
  while (count < CLUA_MOST_NAMES && lua_next(L, 2)) {
    spend(L, 16);
    if (is_item(L, -2, items) && ++searched < 100 * MOST_SEARCHED) {
      lua_pop(L, 1);
      continue;
    }
    put_field(L, frame);
    count++;
  }
}

static void put_items(lua_State *L, const clua_Question *question, uint32_t frame) {
  lua_Unsigned items = lua_rawlen(L, 2);
  for (uint32_t i = 0; i < question->count && question->first + (lua_Unsigned)i < items; i++) {
    lua_Integer key = (lua_Integer)question->first + i + 1;
    lua_pushinteger(L, key);
    lua_rawgeti(L, 2, key);
    put_field(L, frame);
    lua_pop(L, 1);
  }
}

static void put_scope(lua_State *L, uint32_t parent) {
  uint32_t frame = scope_frame(parent);
  switch (scope_kind(parent)) {
    case CLUA_SCOPE_LOCALS: put_locals(L, frame); return;
    case CLUA_SCOPE_UPVALUES: put_upvalues(L, frame); return;
    default: break;
  }
  push_globals(L, frame);
  put_names(L, frame);
}

static bool push_shown(lua_State *L, uint32_t number) {
  clua_Debugger *D = state_of(L)->debugger;
  if (number == 0 || number > D->value_count) return false;
  lua_rawgeti(L, LUA_REGISTRYINDEX, D->values);
  lua_rawgeti(L, -1, (lua_Integer)number);
  lua_remove(L, -2);
  return true;
}

static int list_variables(lua_State *L) {
  const clua_Question *question = lua_touserdata(L, 1);
  uint32_t parent = question->parent;
  luaL_checkstack(L, LUA_MINSTACK, "debugger");
  if (is_scope(parent)) {
    if (!question->items) put_scope(L, parent);
    return 0;
  }
  if (!push_shown(L, parent)) return 0;
  uint32_t frame = state_of(L)->debugger->parents[parent - 1];
  if (has_pairs(L, 2)) {
    if (!question->items) put_pairs(L, frame);
  } else if (lua_istable(L, 2)) {
    if (question->items) {
      put_items(L, question, frame);
    } else {
      put_names(L, frame);
    }
  }
  return 0;
}

clua_Status clua_read_variables(
  clua_State *S, uint32_t parent, bool items, uint32_t first, uint32_t count, clua_Bytes *answer
) {
  clua_Question question = {
    .body = list_variables, .parent = parent, .items = items, .first = first, .count = count};
  return answer_question(S, &question, answer);
}

static int show_reference(lua_State *L) {
  const clua_Question *question = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, (lua_Integer)question->parent);
  if (number_value(L, CLUA_NO_FRAME) == 0) luaL_error(L, "not enough memory");
  return 0;
}

uint32_t clua_show_reference(clua_State *S, int32_t reference) {
  clua_Bytes unused;
  clua_Question question = {.body = show_reference, .parent = (uint32_t)reference};
  if (answer_question(S, &question, &unused) != CLUA_OK) return 0;
  return S->debugger->value_count;
}

/* ---- setting ---- */

/* The number in a name such as "...[2]", or 0. */
static int extra_number(const clua_Question *question) {
  const char *name = (const char *)question->name.bytes;
  if (question->name.length < 6 || memcmp(name, "...[", 4) != 0) return 0;
  int number = 0;
  for (size_t i = 4; i + 1 < question->name.length && number < 1000; i++) {
    if (name[i] < '0' || name[i] > '9') return 0;
    number = number * 10 + (name[i] - '0');
  }
  return number;
}

/* Sets a variable of a scope to the value on top; returns false if the name is unknown. */
static bool set_in_scope(lua_State *L, const clua_Question *question, uint32_t frame) {
  const char *name = lua_tostring(L, 2);
  int extra = extra_number(question);
  switch (scope_kind(question->parent)) {
    case CLUA_SCOPE_LOCALS:
      return extra > 0 ? set_extra(L, frame, extra) : set_local(L, frame, name);
    case CLUA_SCOPE_UPVALUES: return set_upvalue(L, frame, name);
    default:
      push_globals(L, frame);
      lua_pushvalue(L, 2);
      lua_pushvalue(L, -3);
      lua_settable(L, -3);
      return true;
  }
}

/* Pushes the key for the name of a field: `a`, `["a b"]`, `[1]`. */
static void push_key(lua_State *L, const clua_Question *question) {
  clua_Bytes name = question->name;
  if (name.length < 2 || name.bytes[0] != '[') {
    lua_pushvalue(L, 2);
    return;
  }
  clua_Bytes inner = {name.bytes + 1, name.length - 2};
  push_text(L, CLUA_NO_FRAME, inner, true);
  lua_call(L, 0, 1);
}

/* The name is at 2, the value at 3. */
static int set_variable(lua_State *L) {
  const clua_Question *question = lua_touserdata(L, 1);
  clua_Debugger *D = state_of(L)->debugger;
  uint32_t parent = question->parent;
  bool known = is_scope(parent) || (parent > 0 && parent <= D->value_count);
  if (!known) return luaL_error(L, "this value is no longer shown");
  uint32_t frame = is_scope(parent) ? scope_frame(parent) : D->parents[parent - 1];
  luaL_checkstack(L, LUA_MINSTACK, "debugger");
  lua_pushlstring(L, (const char *)question->name.bytes, question->name.length);
  push_text(L, frame, question->source, true);
  lua_call(L, push_extra(L, frame), 1);
  if (is_scope(parent)) {
    lua_pushvalue(L, 3);
    if (!set_in_scope(L, question, frame)) {
      return luaL_error(L, "'%s' is not defined here", lua_tostring(L, 2));
    }
  } else {
    push_shown(L, parent);
    push_key(L, question);
    lua_pushvalue(L, 3);
    lua_settable(L, -3);
  }
  lua_settop(L, 3);
  put_variable(L, frame);
  return 0;
}

clua_Status clua_set_variable(
  clua_State *S, uint32_t parent, clua_Bytes name, clua_Bytes value, clua_Bytes *answer
) {
  clua_Question question = {
    .body = set_variable, .parent = parent, .name = name, .source = value};
  return answer_question(S, &question, answer);
}
