#ifndef EMBEDDED_INSPECTOR_H
#define EMBEDDED_INSPECTOR_H

#include <stddef.h>

/* The path of a file of the page, such as "/index.html", in the order of the table; NULL behind the last. */
const char *_Nullable embedded_asset_path(size_t index);

/* The text of the file at a place of the table; NULL behind the last. */
const char *_Nullable embedded_asset_text(size_t index);

#endif
