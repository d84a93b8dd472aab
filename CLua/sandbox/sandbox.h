#ifndef CLUA_SANDBOX_H
#define CLUA_SANDBOX_H

/* The part of Lua that scripts see. */

#include "../libraries/libraries.h"

void make_template(lua_State *L);
void push_environment(lua_State *L);

/* Pushes a copy of the table at `index`, one level deep. */
void push_fields(lua_State *L, int index);

/*
 * Lets texts have as methods what is added to the `string` of the environment at `index`, and of no
 * other. With all of Lua's libraries that table has all methods, as in Lua. Raises.
 */
void adopt_strings(lua_State *L, int environment);

/*
 * Makes `os.time` and `os.date` of the environment at a stack index ask the function at another for
 * the time that it is. Raises.
 */
void move_day(lua_State *L, int environment, int now);

/* Answers what scripts know a library's function by, or NULL for others. */
const char *library_name(lua_CFunction function);

/* Pushes the function `setmetatable` of scripts. */
void push_setmetatable(lua_State *L);

/* Answers whether a function is our pcall or xpcall. */
bool is_protecting(lua_CFunction function);
/* Answers whether a function is `coroutine.resume`, which answers the error of a coroutine. */
bool is_resuming(lua_CFunction function);
/*
 * The coroutine that a thread has resumed and that has not come back, or NULL. Pushes and pops on
 * the thread, which needs room for two values.
 */
lua_State *find_resumed(lua_State *L);
/* Answers whether a function runs a script's message handler. */
bool is_handling(lua_CFunction function);

extern const luaL_Reg script_control[];    /* pcall, xpcall */
extern const luaL_Reg plain_control[];     /* xpcall that calls a handler as Lua's own does */
extern const luaL_Reg script_coroutines[]; /* coroutine.* */
extern const luaL_Reg script_raw[]; /* next, rawget, rawset */

/*
 * Puts ours around Lua's `setmetatable` and `collectgarbage` in the table on top, so that joining
 * values stays safe where scripts get both. Raises.
 */
void guard_joining(lua_State *L);

#endif
