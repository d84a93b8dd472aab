#ifndef EMBEDDED_SCRIPTS_H
#define EMBEDDED_SCRIPTS_H

#include <stddef.h>

/* A script's path below the folder scripts, in the order of the table; NULL behind the last. */
const char *_Nullable embedded_path(size_t index);

/* The text of a script by its path, such as "types/router.lua"; NULL where there is none. */
const char *_Nullable embedded_text(const char *_Nonnull path);

#endif
