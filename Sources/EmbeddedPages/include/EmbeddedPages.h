#ifndef EMBEDDED_PAGES_H
#define EMBEDDED_PAGES_H

#include <stddef.h>

/* The name of an article for `moonroute help`, in the order of the table; NULL behind the last. */
const char *_Nullable embedded_page_name(size_t index);

/* The file of an article in the documentation's Guides, such as "Words.md"; NULL behind the last. */
const char *_Nullable embedded_page_file(size_t index);

/* The text of an article; NULL behind the last. */
const char *_Nullable embedded_page_text(size_t index);

#endif
