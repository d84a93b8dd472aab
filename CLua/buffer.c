#include "internal.h"

#include <stdlib.h>
#include <string.h>

bool buffer_reserve(clua_Buffer *buffer, size_t more) {
  if (more <= buffer->capacity - buffer->length) return true;
  size_t capacity = buffer->capacity == 0 ? 512 : buffer->capacity;
  while (capacity - buffer->length < more) capacity *= 2;
  uint8_t *bytes = realloc(buffer->bytes, capacity);
  if (bytes == NULL) return false;
  buffer->bytes = bytes;
  buffer->capacity = capacity;
  return true;
}

bool buffer_put(clua_Buffer *buffer, const void *bytes, size_t length) {
  if (!buffer_reserve(buffer, length)) return false;
  if (length > 0) memcpy(buffer->bytes + buffer->length, bytes, length);
  buffer->length += length;
  return true;
}

bool buffer_put_byte(clua_Buffer *buffer, uint8_t byte) { return buffer_put(buffer, &byte, 1); }

bool buffer_put_u32(clua_Buffer *buffer, uint32_t value) {
  return buffer_put(buffer, &value, sizeof value);
}

bool buffer_put_u64(clua_Buffer *buffer, uint64_t value) {
  return buffer_put(buffer, &value, sizeof value);
}

bool buffer_put_string(clua_Buffer *buffer, const char *bytes, size_t length) {
  return buffer_put_byte(buffer, CLUA_STRING) && buffer_put_u32(buffer, (uint32_t)length)
         && buffer_put(buffer, bytes, length);
}

bool buffer_put_integer(clua_Buffer *buffer, int64_t value) {
  return buffer_put_byte(buffer, CLUA_INTEGER) && buffer_put_u64(buffer, (uint64_t)value);
}

void buffer_patch_u32(clua_Buffer *buffer, size_t offset, uint32_t value) {
  memcpy(buffer->bytes + offset, &value, sizeof value);
}
