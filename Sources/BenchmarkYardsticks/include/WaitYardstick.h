/* A wait in Lua, written directly against its API: what a suspended guard is measured against. */
#ifndef WAIT_YARDSTICK_H
#define WAIT_YARDSTICK_H

/* A Lua state with one coroutine that is kept. */
typedef struct yard_Waiter yard_Waiter;

/* Opens a state; NULL if memory runs out. */
yard_Waiter *_Nullable yard_makewaiter(void);

/* Closes a state. */
void yard_freewaiter(yard_Waiter *_Nonnull waiter);

/* Starts a function on the coroutine, which yields, and resumes it. Answers 1 if it ended well. */
int yard_wait(yard_Waiter *_Nonnull waiter);

#endif
