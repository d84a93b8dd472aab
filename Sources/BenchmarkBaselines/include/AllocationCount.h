/* Counts heap allocations of the whole process, where the platform allows it. */
#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

#include <stdbool.h>
#include <stdint.h>

/* Whether allocations can be counted here: with glibc they can. */
bool baseline_countsallocations(void);

/* How many blocks the calling thread has asked for so far. */
uint64_t baseline_allocationcount(void);

/* How many bytes the process has in use on its heap, or 0 if that is not known. */
uint64_t baseline_heapbytes(void);

#endif
