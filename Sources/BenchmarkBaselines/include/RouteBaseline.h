/* The algorithm of the route table in plain C: the baseline for the Swift version. */
#ifndef ROUTE_BASELINE_H
#define ROUTE_BASELINE_H

#include <stddef.h>
#include <stdint.h>

/* A frozen table of patterns with literal segments and plain parameters. */
typedef struct baseline_Table baseline_Table;

/* The position of one value in the path. */
typedef struct {
  uint32_t start;
  uint32_t end;
} baseline_Capture;

/* Builds a table; NULL if memory runs out. A segment that starts with ':' is a parameter. */
baseline_Table *_Nullable baseline_maketable(const char *_Nonnull const *_Nonnull patterns, size_t count);

/* Frees a table. */
void baseline_freetable(baseline_Table *_Nonnull table);

/* Returns the index of the winning pattern for a path, or -1; writes its values to captures. */
int32_t baseline_match(const baseline_Table *_Nonnull table, const uint8_t *_Nonnull path, size_t count,
                   baseline_Capture *_Nonnull captures);

#endif
