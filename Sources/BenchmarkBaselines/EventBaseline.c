#include "EventBaseline.h"

enum { CAPTURE_COUNT = 2 };

int baseline_emit(
  const baseline_Table *table, baseline_Guard *handler, const uint8_t *path, size_t length
) {
  baseline_Capture captures[CAPTURE_COUNT];
  if (baseline_match(table, path, length, captures) < 0) return -1;
  return baseline_askguard(handler, path, length, captures, 1);
}
