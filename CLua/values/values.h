#ifndef CLUA_VALUES_H
#define CLUA_VALUES_H

/* Values on their way between Lua and the host. Does not depend on the sandbox. */

#include "../core/core.h"

/* ---- codec.c: all raise ---- */

/* Writes the list of `count` values from stack index `first`, tables `depth` levels deep. */
void encode_list(lua_State *L, clua_Buffer *buffer, int first, int count, uint32_t depth);

/* Ends an encoding: the reader of the buffer now owns its references. */
void encode_done(clua_State *S);

/* Releases the references among unread values. Never raises. */
void drop_values(lua_State *L, clua_Bytes values);

/* Pushes the values of a list and returns their number. */
int decode_list(lua_State *L, clua_Bytes bytes);

/* Moves the cursor past one value. */
void skip_value(lua_State *L, const uint8_t **cursor, const uint8_t *end);

/* Pushes one value and moves the cursor past it. */
void decode_value(lua_State *L, const uint8_t **cursor, const uint8_t *end);

/* ---- describe.c ---- */

/* Describes the error value on top of `from` into the output, and pops it. */
void describe_failure(clua_State *S, lua_State *from, int status);

/*
 * Calls clua_protect with the reserve open and returns a clua_Status: describes and pops the error
 * of a failure.
 */
clua_Status clua_build(clua_State *S, lua_CFunction body, void *argument);

/* ---- error.c ---- */

/* Pushes the metatable of our error values. */
void make_error_metatable(lua_State *L);

/* ---- handles.c ---- */

/* Makes room for one more live handle. Raises. */
void reserve_death(lua_State *L);
/* Records that the last value of a handle was collected. */
void note_death(clua_State *S, uint64_t handle);

/* ---- list.c: all raise ---- */

/* Marks a table as a list, with its length up to the last filled place. */
void note_list(lua_State *L, int index, uint32_t places, uint32_t filled);

/* Returns whether a table was recorded as a list, and its counts. */
bool find_list(lua_State *L, int index, uint32_t *places, uint32_t *filled);

/* ---- object.c ---- */

/* Returns whether the value is a host object, and its class and handle. */
bool find_object(lua_State *L, int index, uint32_t *class, uint64_t *handle);

/* Pushes the value for a handle, the same one as long as Lua holds it. Raises. */
void push_object(lua_State *L, uint32_t class, uint64_t handle);

/* Makes the function on top of the stack safe as a `__concat`. Raises. */
void wrap_concat(lua_State *L);
/* Returns whether wrap_concat made a function. */
bool is_concat(lua_CFunction function);
/* Returns whether the linked release of Lua concatenates values without a fault. */
bool joins_safely(void);

/* ---- record.c, shape.c, slots.c ---- */

/* A record, in a userdata. */
typedef struct clua_Record {
  uint64_t tag;
  uint32_t range_count, block_length, text_length;
  uint8_t separator;
  bool is_query_parsed; /* its table has the parsed items of the query */
  /* followed by the ranges, the text, the block */
} clua_Record;

/* The parameters of a shape, in Lua memory. */
typedef struct clua_Shape {
  uint32_t count;
  bool parses;     /* some parameter has a parser */
  uint8_t kinds[]; /* of the parameters */
} clua_Shape;

/* Upvalues of a record's `__index`. */
enum {
  UP_SHAPE = 1, UP_FIELDS, UP_NAMES, UP_STATICS, UP_MERGED, UP_COMPUTED, UP_PARSERS, UP_UNKNOWN,
  UP_STRICT, UP_COUNT = UP_STRICT
};

/* Their addresses represent the kind of a field, in place of its value. */
typedef struct clua_FieldKinds {
  char optional, table, text, fixed, merged, computed, metatable;
} clua_FieldKinds;
extern const clua_FieldKinds field_kinds;

int record_index(lua_State *L);
int record_newindex(lua_State *L);
int record_pairs(lua_State *L);

/* Stack indices of the parts of a shape's definition, from 2. */
enum {
  SHAPE_NAME = 2, SHAPE_STATIC, SHAPE_NAMES, SHAPE_KINDS, SHAPE_OPTIONAL, SHAPE_TABLES, SHAPE_TEXTS,
  SHAPE_MERGED, SHAPE_COMPUTED, SHAPE_PARSERS, SHAPE_UNKNOWN, SHAPE_TEXT, SHAPE_STRICT,
};

bool find_record(lua_State *L, int index, uint64_t *tag);
static inline size_t record_size(const clua_RecordSpec *spec) {
  return sizeof(clua_Record) + spec->range_count * sizeof(clua_Range)
         + (spec->eager ? 0 : spec->block.length) + spec->text.length;
}
void push_new_record(lua_State *L, const clua_RecordSpec *spec);
/* Pushes the record of a spec, creating it if necessary. Raises. */
void push_record(lua_State *L, clua_RecordSpec *spec);

/*
 * Does the same outside any protection: with an allocator that must not fail, or through a
 * protected call. Returns a Lua status; on failure the error value is on top.
 */
int place_record(clua_State *S, lua_State *L, clua_RecordSpec *spec);

/* ---- seal.c ---- */

/* Replaces the table on top by a read-only one; `advice` says what to do. Raises. */
void seal_table(lua_State *L, const char *name, const char *advice);

/*
 * Replaces the table on top, which belongs to a record, by a read-only one; the field's name is at
 * an index. Raises.
 */
void seal_held(lua_State *L, int name);

/* Does the same with a metatable that `push_strict` made, at an index. Raises. */
void seal_strict(lua_State *L, int metatable);

/*
 * Pushes a metatable for read-only tables. Their name is at an index, and the function at another
 * index returns the value for a missing key. Raises.
 */
void push_strict(lua_State *L, int name, int function);

/*
 * Moves the entries of the table on top to a hidden table: every read calls `index`, and every
 * assignment `assign`. Both must always be the same functions. If it raises, nothing has changed.
 */
void seal_in_place(lua_State *L, lua_CFunction index, lua_CFunction assign);

/* Pushes the real table behind a sealed one, or returns false. */
bool push_sealed(lua_State *L, int index);

/* `__index` and `__pairs` of tables that hold their content elsewhere: sealed and unread ones. */
int held_index(lua_State *L);
int held_pairs(lua_State *L);

/* Replaces a sealed table by its real table, at an index that is not relative to the top. */
void unseal(lua_State *L, int index);

/* ---- unread.c ---- */

/* Pushes the texts for the values of an unread table, or returns false. */
bool push_unread(lua_State *L, int index);

/*
 * Computes the values of a table that was not read yet, if it is such a table. Runs scripts;
 * raises.
 */
void read_values(lua_State *L, int index);

/* ---- text.c ---- */

/* Pushes a text for any value, without an address. It may call __tostring. */
void push_display(lua_State *L, int index);
/* Does the same for a table, and ignores its metatable. */
void push_table_name(lua_State *L, int index);
int script_tostring(lua_State *L);
int script_print(lua_State *L);

/* ---- values.c ---- */

/*
 * Runs the body for a call from inside or outside a host function; on failure the
 * description is in the output.
 */
typedef struct clua_Request {
  int32_t subject;      /* a reference */
  int32_t reference;    /* the new reference */
  uint32_t depth;
  clua_Bytes bytes;
  const char *name;
} clua_Request;

clua_Status run_request(clua_State *S, lua_CFunction body, clua_Request *what);

#endif
