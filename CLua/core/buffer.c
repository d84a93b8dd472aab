#include "core.h"

#include <stdlib.h>

bool buffer_grow(clua_Buffer *buffer, size_t more) {
  size_t capacity = buffer->capacity == 0 ? 512 : buffer->capacity;
  while (capacity - buffer->length < more) capacity *= 2;
  uint8_t *bytes = realloc(buffer->bytes, capacity);
  if (bytes == NULL) return false;
  buffer->bytes = bytes;
  buffer->capacity = capacity;
  return true;
}

void buffer_patch_u32(clua_Buffer *buffer, size_t offset, uint32_t value) {
  memcpy(buffer->bytes + offset, &value, sizeof value);
}
