/* The route table's algorithm written plainly in C: what the Swift one is measured against. */
#ifndef ROUTE_YARDSTICK_H
#define ROUTE_YARDSTICK_H

#include <stddef.h>
#include <stdint.h>

/* A frozen table of patterns with literal segments and plain parameters. */
typedef struct yard_Table yard_Table;

/* Where one value lies in the path. */
typedef struct {
  uint32_t start;
  uint32_t end;
} yard_Capture;

/* Builds a table; NULL if memory runs out. A segment that starts with ':' is a parameter. */
yard_Table *_Nullable yard_maketable(const char *_Nonnull const *_Nonnull patterns, size_t count);

/* Frees a table. */
void yard_freetable(yard_Table *_Nonnull table);

/* Finds the index of the pattern that wins for a path, or -1; writes its values to captures. */
int32_t yard_match(const yard_Table *_Nonnull table, const uint8_t *_Nonnull path, size_t count,
                   yard_Capture *_Nonnull captures);

#endif
