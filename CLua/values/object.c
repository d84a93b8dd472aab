#include "values.h"

#include <stdlib.h>
#include <string.h>

/*
 * Objects of the host. A value in Lua is a class and a handle; the object itself stays in the host,
 * which is notified when the last value for it was collected.
 */

typedef struct Object {
  uint64_t handle;
  uint32_t class;
} Object;

static const char object_key; /* the key under which a class's metatable keeps its number */

bool find_object(lua_State *L, int index, uint32_t *class, uint64_t *handle) {
  const Object *object = lua_touserdata(L, index);
  if (object == NULL || !lua_getmetatable(L, index)) return false;
  bool found = lua_rawgetp(L, -1, &object_key) == LUA_TNUMBER;
  lua_pop(L, 2);
  if (!found) return false;
  *class = object->class;
  *handle = object->handle;
  return true;
}

void push_object(lua_State *L, uint32_t class, uint64_t handle) {
  clua_State *S = state_of(L);
  if (class >= S->class_count) luaL_error(L, "unknown class");
  luaL_checkstack(L, 4, "object");
  lua_rawgeti(L, LUA_REGISTRYINDEX, S->registered.objects);
  if (lua_rawgeti(L, -1, (lua_Integer)handle) == LUA_TUSERDATA) {
    lua_remove(L, -2);
    return;
  }
  lua_pop(L, 1);
  reserve_death(L);
  Object *object = lua_newuserdatauv(L, sizeof *object, 0);
  object->handle = handle;
  object->class = class;
  lua_rawgeti(L, LUA_REGISTRYINDEX, S->classes[class]);
  S->live++;
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_rawseti(L, -3, (lua_Integer)handle);
  lua_remove(L, -2);
}

bool clua_is_held(clua_State *S, uint64_t handle) {
  lua_State *L = working_thread(S);
  if (S->poisoned || !lua_checkstack(L, 2)) return true;
  lua_rawgeti(L, LUA_REGISTRYINDEX, S->registered.objects);
  bool held = lua_rawgeti(L, -1, (lua_Integer)handle) == LUA_TUSERDATA;
  lua_pop(L, 2);
  return held;
}

static int object_collected(lua_State *L) {
  const Object *object = lua_touserdata(L, 1);
  note_death(state_of(L), object->handle);
  return 0;
}

/* ---- metamethods ---- */

static int answered(lua_State *L, int status, lua_KContext context) {
  (void)L;
  (void)status;
  (void)context;
  return 1;
}

/* Returns a method, or the host's value for the field. Upvalues: methods, the host's function. */
static int object_index(lua_State *L) {
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  lua_settop(L, 2);
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_insert(L, 1);
  lua_callk(L, 2, 1, 0, answered);
  return 1;
}

/* Iterates a flat list of keys and values. Upvalues: the list, the place. */
static int next_pair(lua_State *L) {
  lua_Integer place = lua_tointeger(L, lua_upvalueindex(2));
  lua_pushinteger(L, place + 2);
  lua_replace(L, lua_upvalueindex(2));
  if (lua_rawgeti(L, lua_upvalueindex(1), place) == LUA_TNIL) return 1;
  lua_rawgeti(L, lua_upvalueindex(1), place + 1);
  return 2;
}

static int give_pairs(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  lua_pushinteger(L, 1);
  lua_pushcclosure(L, next_pair, 2);
  return 1;
}

/* Upvalue: the host's function, which returns a flat list. */
static int object_pairs(lua_State *L) {
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_callk(L, 1, 1, 0, give_pairs);
  return give_pairs(L, LUA_OK, 0);
}

/* ---- joining ---- */

/*
 * Before 5.4.5, as patched by distributions, the instruction for `..` uses the stack's old place if
 * a metamethod moves it. A metamethod that yields is safe: Lua then continues from the thread's
 * state. So there we yield once, to the code that resumed us, which resumes immediately.
 */
extern const char lua_ident[];

bool joins_safely(void) {
  const char *release = strstr(lua_ident, "Lua 5.4.");
  return release == NULL || atoi(release + strlen("Lua 5.4.")) >= 5;
}

static int join_now(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  lua_settop(L, 2);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_callk(L, 2, 1, 0, answered);
  return 1;
}

/*
 * Used where we cannot yield: concatenates on another thread, with the collector paused, because a
 * collection may shrink the stack. If the stack may have grown for this very call, only an error is
 * safe.
 */
static int join_in_place(lua_State *L, clua_State *S) {
  if (S->account.since_move <= 1) {
    return clua_raise(
      L, "cannot_await", "cannot concatenate a value here (inside a sort or gsub); use tostring");
  }
  check_depth(L); /* from here on only a kill may raise, or the collector stays paused */
  bool paused = S->gc_paused;
  S->gc_paused = true;
  lua_gc(L, LUA_GCSTOP);
  lua_settop(L, 2);
  lua_State *T = lua_newthread(L);
  lua_insert(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 2);
  lua_xmove(L, T, 3);
  int results = run_coroutine(L, T, 2);
  if (!paused) resume_collector(L, S);
  return results == 1 ? 1 : lua_error(L);
}

static int object_concat(lua_State *L) {
  clua_State *S = state_of(L);
  if (joins_safely()) return join_now(L, LUA_OK, 0);
  if (!lua_isyieldable(L)) return join_in_place(L, S);
  S->yield = YIELD_BOUNCE;
  return lua_yieldk(L, 0, 0, join_now);
}

void wrap_concat(lua_State *L) { lua_pushcclosure(L, object_concat, 1); }

bool is_concat(lua_CFunction function) { return function == object_concat; }

/* ---- classes ---- */

typedef struct MakingClass {
  clua_Bytes definition;
  uint32_t class;
} MakingClass;

/* Moves the function `name` of the table at 4 into the metatable at 5 as `event`. */
static void set_event(lua_State *L, const char *name, const char *event) {
  if (lua_getfield(L, 4, name) == LUA_TFUNCTION) {
    lua_setfield(L, 5, event);
  } else {
    lua_pop(L, 1);
  }
}

static void set_wrapped(lua_State *L, const char *name, const char *event, lua_CFunction wrap) {
  if (lua_getfield(L, 4, name) == LUA_TFUNCTION) {
    lua_pushcclosure(L, wrap, 1);
    lua_setfield(L, 5, event);
  } else {
    lua_pop(L, 1);
  }
}

static void fill_metatable(lua_State *L, uint32_t class) {
  static const char *const events[][2] = {
    {"newindex", "__newindex"}, {"tostring", "__tostring"}, {"equals", "__eq"},
    {"call", "__call"},         {"length", "__len"},        {"close", "__close"},
  };
  lua_pushvalue(L, 2);
  lua_setfield(L, 5, "__name");
  lua_pushboolean(L, 0);
  lua_setfield(L, 5, "__metatable");
  lua_pushcfunction(L, object_collected);
  lua_setfield(L, 5, "__gc");
  lua_pushinteger(L, class);
  lua_rawsetp(L, 5, &object_key);
  lua_pushvalue(L, 3);
  lua_getfield(L, 4, "index");
  lua_pushcclosure(L, object_index, 2);
  lua_setfield(L, 5, "__index");
  for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
    set_event(L, events[i][0], events[i][1]);
  }
  set_wrapped(L, "concat", "__concat", object_concat);
  set_wrapped(L, "pairs", "__pairs", object_pairs);
}

/* The definition is a list: name, methods, functions of the host by event name. */
static int make_class(lua_State *L) {
  MakingClass *making = lua_touserdata(L, 1);
  clua_State *S = state_of(L);
  if (decode_list(L, making->definition) != 3) return luaL_error(L, "malformed class");
  if (S->class_count == S->class_capacity) {
    uint32_t capacity = S->class_capacity == 0 ? 16 : S->class_capacity * 2;
    int *classes = realloc(S->classes, capacity * sizeof *classes);
    if (classes == NULL) return luaL_error(L, "not enough memory");
    S->classes = classes;
    S->class_capacity = capacity;
  }
  lua_newtable(L); /* index 5 */
  fill_metatable(L, S->class_count);
  S->classes[S->class_count] = luaL_ref(L, LUA_REGISTRYINDEX);
  making->class = S->class_count++;
  return 0;
}

static clua_Status make_class_body(clua_State *S, void *argument) {
  return clua_build(S, make_class, argument);
}

clua_Status clua_make_class(clua_State *S, clua_Bytes definition, uint32_t *class) {
  MakingClass making = {definition, 0};
  clua_Status status = clua_enter(S, make_class_body, &making);
  *class = making.class;
  return status;
}
