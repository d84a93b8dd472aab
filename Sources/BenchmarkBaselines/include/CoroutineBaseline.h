/* A wait through Lua's C API: the baseline for a suspended guard. */
#ifndef COROUTINE_BASELINE_H
#define COROUTINE_BASELINE_H

/* A Lua state with one reused coroutine. */
typedef struct baseline_Coroutine baseline_Coroutine;

/* Creates a state; NULL if memory runs out. */
baseline_Coroutine *_Nullable baseline_makecoroutine(void);

/* Closes a state. */
void baseline_freecoroutine(baseline_Coroutine *_Nonnull coroutine);

/* Starts a function that yields on the coroutine, and resumes it. Returns 1 on success. */
int baseline_suspend(baseline_Coroutine *_Nonnull coroutine);

#endif
