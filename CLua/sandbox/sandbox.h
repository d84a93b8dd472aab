#ifndef CLUA_SANDBOX_H
#define CLUA_SANDBOX_H

/* The part of Lua that scripts see. */

#include "../libraries/libraries.h"

void make_template(lua_State *L);
void push_environment(lua_State *L);

/* Pushes a copy of the table at `index`, one level deep. */
void push_fields(lua_State *L, int index);

/*
 * Makes functions that are added to the `string` of the environment at `index`, and of no other,
 * methods of texts. With all of Lua's libraries that table has all methods, as in Lua. Raises.
 */
void adopt_strings(lua_State *L, int environment);

/*
 * Makes `os.time` and `os.date` of the environment at one stack index call the function at another
 * for the current time. Raises.
 */
void move_day(lua_State *L, int environment, int now);

/* Returns the name under which scripts know a library's function, or NULL. */
const char *library_name(lua_CFunction function);

/* Pushes the function `setmetatable` of scripts. */
void push_setmetatable(lua_State *L);

/* Returns whether a function is our pcall or xpcall. */
bool is_protecting(lua_CFunction function);
/* Returns whether a function is `coroutine.resume`, which returns the error of a coroutine. */
bool is_resuming(lua_CFunction function);
/*
 * The coroutine that a thread has resumed and that has not returned, or NULL. Pushes and pops on
 * the thread, which needs room for two values.
 */
lua_State *find_resumed(lua_State *L);
/* Returns whether a function runs a script's message handler. */
bool is_handling(lua_CFunction function);

extern const luaL_Reg script_control[];    /* pcall, xpcall */
extern const luaL_Reg plain_control[];     /* xpcall that calls a handler as Lua's own does */
extern const luaL_Reg script_coroutines[]; /* coroutine.* */
extern const luaL_Reg script_raw[]; /* next, rawget, rawset */

/*
 * Wraps Lua's `setmetatable` and `collectgarbage` in the table on top, so that concatenating values
 * stays safe where scripts get both. Raises.
 */
void guard_joining(lua_State *L);

#endif
