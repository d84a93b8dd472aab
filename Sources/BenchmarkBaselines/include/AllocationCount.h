/* Counts heap allocations of the whole process, where the platform allows it. */
#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

#include <stdbool.h>
#include <stdint.h>

/* Whether allocations can be counted here: with glibc they can. */
bool baseline_countsallocations(void);

/* The number of blocks that the calling thread has asked for so far. */
uint64_t baseline_allocationcount(void);

/* The number of bytes in use on the heap of the process, or 0 if that is not known. */
uint64_t baseline_heapbytes(void);

#endif
