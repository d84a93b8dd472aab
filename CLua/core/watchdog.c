#include "core.h"

/*
 * The watchdog: stops scripts that compute for too long, without slowing down the others.
 *
 * A hook that counts instructions makes Lua code up to twice as slow, so hooks are set only when
 * needed. One thread of the process examines the states at intervals: it notices a run that lasts
 * from one look to the next. When the run has used up its processor time, its thread gets a signal,
 * and the signal handler sets the hook. The signal interrupts the very thread that runs the script,
 * so nothing changes meanwhile, and lua_sethook is designed for that.
 *
 * The watchdog touches a run only while it holds the mutex, and a noticed run takes the mutex
 * before it ends. So the thread and the state of a noticed run exist as long as the watchdog uses
 * them. The cost of an unnoticed run is two stores and two loads. It sees the notice in time
 * because GRACE is far longer than a store needs to become visible.
 */

_Thread_local uint64_t clua_thread_number;

#if defined(__linux__)

#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>

enum {
  TICK = 10 * 1000 * 1000, /* nanoseconds between two looks */
  GRACE = 1000 * 1000,
  QUIET = 50               /* looks without any run until the watchdog sleeps */
};

/* SIGURG: ignored by default, rarely used, and never a sign of an error. */
enum { SIGNAL = SIGURG };

/*
 * The time that the watchdog has been awake, as of its last look. It measures the cost of a script
 * to one tick, without a system call.
 */
static _Atomic uint64_t awake_time;

static struct {
  pthread_mutex_t mutex;
  pthread_cond_t wake;
  bool started, failed, asleep;
  clua_State *states; /* all states that have run */
  uint64_t last_thread;
  struct sigaction old_action;
  sem_t handled;
  _Atomic(clua_State *) target; /* the state whose run must end; the handler clears it */
  uint64_t target_epoch;
  bool only_interrupts; /* the run must not end, only check its flags */
  uint64_t last_look; /* 0 after sleep */
} watchdog = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static uint64_t read_clock(clockid_t clock) {
  struct timespec time;
  if (clock_gettime(clock, &time) != 0) return 0;
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* ---- stopping a run ---- */

static void handle_signal(int number, siginfo_t *info, void *context) {
  int saved = errno;
  clua_State *S = atomic_exchange(&watchdog.target, NULL);
  if (S != NULL) {
    uint64_t thread = atomic_load_explicit(&S->watchdog.thread, memory_order_relaxed);
    bool ours = thread == clua_thread_number;
    if (ours && load_epoch(S) == watchdog.target_epoch) {
      if (watchdog.only_interrupts) {
        interrupt_run(S);
      } else {
        stop_run(S);
      }
    }
    sem_post(&watchdog.handled);
  } else if ((watchdog.old_action.sa_flags & SA_SIGINFO) != 0) {
    watchdog.old_action.sa_sigaction(number, info, context);
  } else if (
    watchdog.old_action.sa_handler != SIG_DFL && watchdog.old_action.sa_handler != SIG_IGN
  ) {
    watchdog.old_action.sa_handler(number);
  }
  errno = saved;
}

/* Waits until the handler has run, or certainly will not run. */
static void signal_run(clua_State *S, uint64_t epoch, bool only_interrupts) {
  struct timespec until;
  watchdog.target_epoch = epoch;
  watchdog.only_interrupts = only_interrupts;
  atomic_store(&watchdog.target, S);
  if (pthread_kill(S->watchdog.pthread, SIGNAL) != 0) return;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 1;
  while (sem_timedwait(&watchdog.handled, &until) != 0) {
    if (errno == EINTR) continue;
    if (atomic_exchange(&watchdog.target, NULL) != NULL) return; /* the thread blocks the signal */
    until.tv_sec += 1;                                        /* the handler is running */
  }
}

/* ---- looking ---- */

static void notice(clua_State *S, uint64_t epoch, uint64_t now) {
  S->watchdog.noticed_epoch = epoch;
  S->watchdog.noticed_at = now;
  S->watchdog.baseline = 0;
  atomic_store(&S->watchdog.noticed, true);
}

/* Checks a run that was noticed before; returns when to look again. */
static uint64_t follow(clua_State *S, uint64_t epoch, uint64_t now) {
  clockid_t clock;
  if (now < S->watchdog.noticed_at + GRACE) return S->watchdog.noticed_at + GRACE - now;
  if (pthread_getcpuclockid(S->watchdog.pthread, &clock) != 0) return TICK;
  uint64_t used = read_clock(clock);
  uint64_t left = atomic_load_explicit(&S->watchdog.left, memory_order_relaxed);
  if (S->watchdog.baseline == 0) S->watchdog.baseline = used;
  if ((wanted_hooks(S) & WANT_PAUSE) != 0) signal_run(S, epoch, true);
  used -= S->watchdog.baseline;
  if (used < left) return left - used;
  signal_run(S, epoch, false);
  return TICK;
}

/* Examines every state; returns when to look again, and sets whether anything has run. */
static uint64_t look(bool *active) {
  uint64_t now = read_clock(CLOCK_MONOTONIC);
  uint64_t pause = TICK;
  *active = false;
  if (watchdog.last_look != 0) {
    atomic_fetch_add_explicit(&awake_time, now - watchdog.last_look, memory_order_relaxed);
  }
  watchdog.last_look = now;
  for (clua_State *S = watchdog.states; S != NULL; S = S->watchdog.next) {
    uint64_t epoch = load_epoch(S);
    uint64_t wait = TICK;
    if (epoch != S->watchdog.seen_epoch || epoch % 2 == 1) *active = true;
    S->watchdog.seen_epoch = epoch;
    if (epoch % 2 == 0 || S->watchdog.is_held) continue;
    if (atomic_load(&S->watchdog.noticed) && S->watchdog.noticed_epoch == epoch) {
      wait = follow(S, epoch, now);
    } else {
      notice(S, epoch, now);
      wait = GRACE;
    }
    if (wait < pause) pause = wait;
  }
  return pause;
}

/* Makes the next run of each state wake the watchdog. */
static void fall_asleep(void) {
  watchdog.asleep = true;
  for (clua_State *S = watchdog.states; S != NULL; S = S->watchdog.next) {
    atomic_store(&S->watchdog.thread, UNKNOWN_THREAD);
  }
}

static void pause_for(uint64_t nanoseconds) {
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_nsec += (long)nanoseconds;
  until.tv_sec += until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  pthread_cond_timedwait(&watchdog.wake, &watchdog.mutex, &until);
}

/* One more look catches a run that began while the watchdog fell asleep. */
static void *run_watchdog(void *unused) {
  int quiet = 0;
  (void)unused;
  prctl(PR_SET_NAME, "moonroute-watch");
  pthread_mutex_lock(&watchdog.mutex);
  for (;;) {
    bool active;
    uint64_t pause = look(&active);
    quiet = active ? 0 : quiet + 1;
    if (active) watchdog.asleep = false;
    if (quiet == QUIET) fall_asleep();
    if (quiet <= QUIET) {
      pause_for(pause);
      continue;
    }
    while (watchdog.asleep) pthread_cond_wait(&watchdog.wake, &watchdog.mutex);
    watchdog.last_look = 0;
    quiet = 0;
  }
  return NULL;
}

/* ---- starting ---- */

static bool start_thread(void) {
  pthread_t thread;
  pthread_attr_t attributes;
  sigset_t all, before;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  bool made = pthread_create(&thread, &attributes, run_watchdog, NULL) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return made;
}

static bool start(void) {
  pthread_condattr_t monotonic;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handle_signal;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  if (pthread_condattr_init(&monotonic) != 0) return false;
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&watchdog.wake, &monotonic);
  pthread_condattr_destroy(&monotonic);
  if (sem_init(&watchdog.handled, 0, 0) != 0) return false;
  return sigaction(SIGNAL, &action, &watchdog.old_action) == 0 && start_thread();
}

bool add_to_watchdog(clua_State *S) {
  pthread_mutex_lock(&watchdog.mutex);
  if (!watchdog.started && !watchdog.failed) {
    watchdog.started = start();
    watchdog.failed = !watchdog.started;
  }
  if (watchdog.started) {
    S->watchdog.next = watchdog.states;
    watchdog.states = S;
  }
  pthread_mutex_unlock(&watchdog.mutex);
  return watchdog.started;
}

void remove_from_watchdog(clua_State *S) {
  pthread_mutex_lock(&watchdog.mutex);
  clua_State **place = &watchdog.states;
  while (*place != NULL && *place != S) place = &(*place)->watchdog.next;
  if (*place == S) *place = S->watchdog.next;
  pthread_mutex_unlock(&watchdog.mutex);
}

void lock_watchdog(void) { pthread_mutex_lock(&watchdog.mutex); }
void unlock_watchdog(void) { pthread_mutex_unlock(&watchdog.mutex); }

uint64_t watchdog_time(void) { return atomic_load_explicit(&awake_time, memory_order_relaxed); }

/* ---- runs ---- */

/* A thread may have all signals blocked; the threads of Swift's executors do. */
static void accept_signal(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGNAL);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

void join_watchdog(clua_State *S) {
  pthread_mutex_lock(&watchdog.mutex);
  if (clua_thread_number == 0) {
    clua_thread_number = ++watchdog.last_thread;
    accept_signal();
  }
  S->watchdog.pthread = pthread_self();
  atomic_store(&S->watchdog.thread, clua_thread_number);
  if (watchdog.asleep) {
    watchdog.asleep = false;
    pthread_cond_signal(&watchdog.wake);
  }
  pthread_mutex_unlock(&watchdog.mutex);
}

void leave_watchdog(clua_State *S) {
  pthread_mutex_lock(&watchdog.mutex);
  uint64_t used = S->watchdog.baseline == 0 ? 0 : thread_time() - S->watchdog.baseline;
  S->watchdog.charge_epoch = load_epoch(S);
  S->watchdog.charge = used + TICK; /* a run is noticed once per tick */
  S->watchdog.unsettled = true;
  atomic_store(&S->watchdog.noticed, false);
  pthread_mutex_unlock(&watchdog.mutex);
}

#else

/* On other systems the hook is always set (see budget.c). */

bool add_to_watchdog(clua_State *S) {
  (void)S;
  return false;
}

void remove_from_watchdog(clua_State *S) { (void)S; }
uint64_t watchdog_time(void) { return 0; }
void join_watchdog(clua_State *S) { (void)S; }
void leave_watchdog(clua_State *S) { (void)S; }
void lock_watchdog(void) {}
void unlock_watchdog(void) {}

#endif
