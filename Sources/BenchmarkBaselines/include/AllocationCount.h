/* Counts the heap allocations of the process, if the platform supports it. */
#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

#include <stdbool.h>
#include <stdint.h>

/* Whether allocations can be counted: only with glibc. */
bool baseline_countsallocations(void);

/* The number of blocks that the calling thread has allocated. */
uint64_t baseline_allocationcount(void);

/* The number of used heap bytes of the process, or 0 if it is unknown. */
uint64_t baseline_heapbytes(void);

#endif
