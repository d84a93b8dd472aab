#ifndef CLUA_H
#define CLUA_H

/* The release of Lua that is linked, such as "Lua 5.4.4". */
const char *_Nonnull clua_release(void);

#endif
