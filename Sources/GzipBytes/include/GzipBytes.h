#ifndef GZIP_BYTES_H
#define GZIP_BYTES_H

#include <stddef.h>

/* The largest size of the compressed form of some bytes. */
size_t gzip_bound(size_t count);

/* Compresses bytes in the format gzip, and returns the number of bytes written, or 0 if it failed. */
size_t gzip_bytes(const void *bytes, size_t count, void *result, size_t limit);

#endif
