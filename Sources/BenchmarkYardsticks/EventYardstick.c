#include "EventYardstick.h"

enum { CAPTURE_COUNT = 2 };

int yard_emit(
  const yard_Table *table, yard_Guard *handler, const uint8_t *path, size_t length
) {
  yard_Capture captures[CAPTURE_COUNT];
  if (yard_match(table, path, length, captures) < 0) return -1;
  return yard_askguard(handler, path, length, captures, 1);
}
