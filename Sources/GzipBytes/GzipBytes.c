#include "GzipBytes.h"

#if INSPECTOR
#include <limits.h>
#include <string.h>
#include <zlib.h>

/* The level: JSON at level 4 is about as small as at 6, in half of the time. */
enum { level = 4, gzip_window = 15 + 16, memory = 8, header = 32 };

size_t gzip_bound(size_t count) { return compressBound((uLong)count) + header; }

size_t gzip_bytes(const void *bytes, size_t count, void *result, size_t limit) {
  if (count > UINT_MAX || limit > UINT_MAX) return 0;
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  if (deflateInit2(&stream, level, Z_DEFLATED, gzip_window, memory, Z_DEFAULT_STRATEGY) != Z_OK)
    return 0;
  stream.next_in = (Bytef *)(size_t)bytes;
  stream.avail_in = (uInt)count;
  stream.next_out = result;
  stream.avail_out = (uInt)limit;
  int end = deflate(&stream, Z_FINISH);
  size_t written = stream.total_out;
  deflateEnd(&stream);
  return end == Z_STREAM_END ? written : 0;
}
#else
size_t gzip_bound(size_t count) { return count; }

size_t gzip_bytes(const void *bytes, size_t count, void *result, size_t limit) {
  (void)bytes, (void)count, (void)result, (void)limit;
  return 0;
}
#endif
