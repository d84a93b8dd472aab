/* A wait in Lua, written directly against its API: what a suspended guard is measured against. */
#ifndef COROUTINE_BASELINE_H
#define COROUTINE_BASELINE_H

/* A Lua state with one coroutine that is kept. */
typedef struct baseline_Coroutine baseline_Coroutine;

/* Opens a state; NULL if memory runs out. */
baseline_Coroutine *_Nullable baseline_makecoroutine(void);

/* Closes a state. */
void baseline_freecoroutine(baseline_Coroutine *_Nonnull coroutine);

/* Starts a function on the coroutine, which yields, and resumes it. Answers 1 if it ended well. */
int baseline_suspend(baseline_Coroutine *_Nonnull coroutine);

#endif
