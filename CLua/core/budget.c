#include "core.h"

/* The time budget: a script that exceeds it is stopped wherever it is. */

uint64_t thread_time(void) {
  struct timespec time;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0) return 0;
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

void stop_run(clua_State *S) {
  if (S->kill == KILL_NONE) S->kill = KILL_TIME;
  interrupt_run(S);
}

/* Reads the clock itself. The time of a run begins with its first check. */
void check_time(clua_State *S) {
  if (S->kill != KILL_NONE) return;
  uint64_t now = thread_time();
  if (S->watchdog.deadline != 0) {
    if (now >= S->watchdog.deadline) S->kill = KILL_TIME;
    return;
  }
  if (S->watchdog.baseline == 0) S->watchdog.baseline = now;
  if (now - S->watchdog.baseline >= S->watchdog.left) S->kill = KILL_TIME;
}

static atomic_bool is_denied; /* tests */

void clua_deny_watchdog(bool denied) { is_denied = denied; }

void begin_budget(clua_State *S) {
  S->watchdog.left = S->account.limits.time;
  S->watchdog.shared_budget = NO_SHARED_BUDGET;
  S->watchdog.thread = UNKNOWN_THREAD;
  if (!is_denied && add_to_watchdog(S)) return;
  S->watchdog.is_hooked = true;
  want_hooks(S, WANT_BUDGET);
}

/* ---- runs ---- */

void look_closer(clua_State *S) {
  if (S->watchdog.is_hooked) {
    S->watchdog.baseline = 0;
  } else {
    join_watchdog(S);
  }
}

void bound_run(clua_State *S, uint64_t spent, bool measured) {
  clua_Watchdog *watchdog = &S->watchdog;
  uint64_t whole = S->account.limits.time;
  uint64_t left = spent < whole ? whole - spent : 0;
  if (watchdog->shared_budget < left) left = watchdog->shared_budget;
  if (measured || has_shared_budget(S)) watchdog->measured_from = thread_time();
  if (left == 0) S->kill = KILL_TIME;
  watchdog->left = left;
  watchdog->unsettled = true;
}

/* The nanoseconds that the last run computed; 0 if it was too short for the watchdog to notice. */
static uint64_t last_cost(const clua_State *S) {
  const clua_Watchdog *watchdog = &S->watchdog;
  uint64_t from = watchdog->measured_from;
  if (from == 0 && watchdog->is_hooked) from = watchdog->baseline;
  if (from != 0) return thread_time() - from;
  return watchdog->charge_epoch == load_epoch(S) ? watchdog->charge : 0;
}

uint64_t take_charge(clua_State *S) {
  clua_Watchdog *watchdog = &S->watchdog;
  uint64_t cost = last_cost(S);
  if (has_shared_budget(S)) {
    uint64_t shared = watchdog->shared_budget;
    watchdog->shared_budget = cost < shared ? shared - cost : 0;
  }
  watchdog->left = S->account.limits.time;
  watchdog->measured_from = 0;
  watchdog->unsettled = false;
  return cost;
}

void charge_run(clua_State *S, clua_Thread *thread) {
  bool measured = S->watchdog.measured_from != 0;
  thread->spent += take_charge(S);
  thread->left_at = measured ? thread_time() : 0;
}

void extend_run(clua_State *S) {
  uint64_t left = S->watchdog.left + S->account.limits.time;
  S->watchdog.left = left < S->watchdog.shared_budget ? left : S->watchdog.shared_budget;
  S->watchdog.unsettled = true;
}

void clua_limit_time(clua_State *S, uint64_t nanoseconds) {
  S->account.limits.time = nanoseconds;
  S->watchdog.left = nanoseconds;
}

void clua_share_time(clua_State *S, uint64_t nanoseconds) {
  S->watchdog.shared_budget = nanoseconds;
}

static uint64_t read_clock(const clua_State *S) {
  struct timespec time;
  if (!S->watchdog.is_hooked) return watchdog_time();
  if (clock_gettime(CLOCK_MONOTONIC, &time) != 0) return 0;
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

uint64_t clua_clock(const clua_State *S) {
  uint64_t now = S->watchdog.is_held ? S->watchdog.held_clock : read_clock(S);
  return now - S->watchdog.skipped;
}

/* ---- stopped by the debugger ---- */

void hold_run(clua_State *S) {
  lock_watchdog();
  S->watchdog.held_from = thread_time();
  S->watchdog.held_clock = read_clock(S);
  S->watchdog.is_held = true;
  unlock_watchdog();
}

/*
 * Excludes the time that passed since hold_run: moves each starting point of the run's time
 * forward.
 */
void release_run(clua_State *S) {
  clua_Watchdog *watchdog = &S->watchdog;
  lock_watchdog();
  uint64_t used = thread_time() - watchdog->held_from;
  if (watchdog->baseline != 0) watchdog->baseline += used;
  if (watchdog->measured_from != 0) watchdog->measured_from += used;
  watchdog->skipped += read_clock(S) - watchdog->held_clock;
  watchdog->is_held = false;
  unlock_watchdog();
}

bool clua_is_stopped(clua_State *S) {
  if (checks_time(S)) check_time(S);
  return S->kill != KILL_NONE;
}

uint64_t clua_time_left(const clua_State *S) { return S->watchdog.shared_budget; }

/* ---- work in C ---- */

void spend_rest(lua_State *L, size_t units) {
  clua_State *S = state_of(L);
  (void)units;
  S->fuel = FUEL;
  if (checks_time(S)) check_time(S);
  check_alive(L);
}
