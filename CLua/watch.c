#include "internal.h"

/*
 * The watch: stops scripts that compute for too long, at no cost for those that do not.
 *
 * A hook that counts instructions makes all of Lua's code up to twice as slow, so there is none
 * until it is needed. One thread of the process looks now and then at the states: a run is noticed
 * when it lasts from one look to the next. Once it has used its processor time, its thread gets a
 * signal, whose handler sets the hook: a signal interrupts the very thread that runs the script, so
 * nothing changes under it, and lua_sethook is made to be called so.
 *
 * The watch touches a run only while it holds the mutex, and a run that was noticed takes the mutex
 * before it ends: so the thread and the state of a noticed run are there as long as the watch looks.
 * A run that ends unnoticed pays two stores and two loads. That it sees the notice in time rests on
 * GRACE, which is far longer than a store needs to become visible.
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
  QUIET = 50               /* looks without any run until the watch sleeps */
};

/* SIGURG: ignored by default, used by hardly anything, and never a sign that something is wrong. */
enum { SIGNAL = SIGURG };

/*
 * How long the watch has been awake, as of its last look: what a script has computed is known from it
 * to a tick, without a call of the system.
 */
static _Atomic uint64_t awake_time;

static struct {
  pthread_mutex_t mutex;
  pthread_cond_t wake;
  bool started, failed, asleep;
  clua_State *states; /* those that have run */
  uint64_t last_thread;
  struct sigaction old_action;
  sem_t handled;
  _Atomic(clua_State *) target; /* whose run shall end; the handler takes it away */
  uint64_t target_epoch;
  uint64_t last_look; /* 0 after sleep */
} watch = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static uint64_t read_clock(clockid_t clock) {
  struct timespec time;
  if (clock_gettime(clock, &time) != 0) return 0;
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* ---- stopping a run ---- */

static void handle_signal(int number, siginfo_t *info, void *context) {
  int saved = errno;
  clua_State *S = atomic_exchange(&watch.target, NULL);
  if (S != NULL) {
    bool ours = atomic_load_explicit(&S->watch.thread, memory_order_relaxed) == clua_thread_number;
    if (ours && load_epoch(S) == watch.target_epoch) stop_run(S);
    sem_post(&watch.handled);
  } else if ((watch.old_action.sa_flags & SA_SIGINFO) != 0) {
    watch.old_action.sa_sigaction(number, info, context);
  } else if (
    watch.old_action.sa_handler != SIG_DFL && watch.old_action.sa_handler != SIG_IGN
  ) {
    watch.old_action.sa_handler(number);
  }
  errno = saved;
}

/* Waits until the handler has run, or until it certainly will not. */
static void signal_run(clua_State *S, uint64_t epoch) {
  struct timespec until;
  watch.target_epoch = epoch;
  atomic_store(&watch.target, S);
  if (pthread_kill(S->watch.pthread, SIGNAL) != 0) return;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 1;
  while (sem_timedwait(&watch.handled, &until) != 0) {
    if (errno == EINTR) continue;
    if (atomic_exchange(&watch.target, NULL) != NULL) return; /* the thread blocks the signal */
    until.tv_sec += 1;                                        /* the handler is at work */
  }
}

/* ---- looking ---- */

static void notice(clua_State *S, uint64_t epoch, uint64_t now) {
  S->watch.noticed_epoch = epoch;
  S->watch.noticed_at = now;
  S->watch.baseline = 0;
  atomic_store(&S->watch.noticed, true);
}

/* Looks at a run that was noticed before; answers when to look again. */
static uint64_t follow(clua_State *S, uint64_t epoch, uint64_t now) {
  clockid_t clock;
  if (now < S->watch.noticed_at + GRACE) return S->watch.noticed_at + GRACE - now;
  if (pthread_getcpuclockid(S->watch.pthread, &clock) != 0) return TICK;
  uint64_t used = read_clock(clock);
  uint64_t left = atomic_load_explicit(&S->watch.left, memory_order_relaxed);
  if (S->watch.baseline == 0) S->watch.baseline = used;
  used -= S->watch.baseline;
  if (used < left) return left - used;
  signal_run(S, epoch);
  return TICK;
}

/* Looks at every state; answers when to look again, and whether anything has run. */
static uint64_t look(bool *active) {
  uint64_t now = read_clock(CLOCK_MONOTONIC);
  uint64_t pause = TICK;
  *active = false;
  if (watch.last_look != 0) {
    atomic_fetch_add_explicit(&awake_time, now - watch.last_look, memory_order_relaxed);
  }
  watch.last_look = now;
  for (clua_State *S = watch.states; S != NULL; S = S->watch.next) {
    uint64_t epoch = load_epoch(S);
    uint64_t wait = TICK;
    if (epoch != S->watch.seen_epoch || epoch % 2 == 1) *active = true;
    S->watch.seen_epoch = epoch;
    if (epoch % 2 == 0) continue;
    if (atomic_load(&S->watch.noticed) && S->watch.noticed_epoch == epoch) {
      wait = follow(S, epoch, now);
    } else {
      notice(S, epoch, now);
      wait = GRACE;
    }
    if (wait < pause) pause = wait;
  }
  return pause;
}

/* Lets the next run of each state wake the watch. */
static void fall_asleep(void) {
  watch.asleep = true;
  for (clua_State *S = watch.states; S != NULL; S = S->watch.next) {
    atomic_store(&S->watch.thread, UNKNOWN_THREAD);
  }
}

static void pause_for(uint64_t nanoseconds) {
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_nsec += (long)nanoseconds;
  until.tv_sec += until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  pthread_cond_timedwait(&watch.wake, &watch.mutex, &until);
}

/* A run that began while the watch fell asleep is seen by one more look. */
static void *keep_watch(void *unused) {
  int quiet = 0;
  (void)unused;
  prctl(PR_SET_NAME, "moonroute-watch");
  pthread_mutex_lock(&watch.mutex);
  for (;;) {
    bool active;
    uint64_t pause = look(&active);
    quiet = active ? 0 : quiet + 1;
    if (active) watch.asleep = false;
    if (quiet == QUIET) fall_asleep();
    if (quiet <= QUIET) {
      pause_for(pause);
      continue;
    }
    while (watch.asleep) pthread_cond_wait(&watch.wake, &watch.mutex);
    watch.last_look = 0;
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
  bool made = pthread_create(&thread, &attributes, keep_watch, NULL) == 0;
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
  pthread_cond_init(&watch.wake, &monotonic);
  pthread_condattr_destroy(&monotonic);
  if (sem_init(&watch.handled, 0, 0) != 0) return false;
  return sigaction(SIGNAL, &action, &watch.old_action) == 0 && start_thread();
}

bool watch_state(clua_State *S) {
  pthread_mutex_lock(&watch.mutex);
  if (!watch.started && !watch.failed) {
    watch.started = start();
    watch.failed = !watch.started;
  }
  if (watch.started) {
    S->watch.next = watch.states;
    watch.states = S;
  }
  pthread_mutex_unlock(&watch.mutex);
  return watch.started;
}

void unwatch_state(clua_State *S) {
  pthread_mutex_lock(&watch.mutex);
  clua_State **place = &watch.states;
  while (*place != NULL && *place != S) place = &(*place)->watch.next;
  if (*place == S) *place = S->watch.next;
  pthread_mutex_unlock(&watch.mutex);
}

uint64_t watch_time(void) { return atomic_load_explicit(&awake_time, memory_order_relaxed); }

/* ---- what runs do ---- */

/* A thread may have all signals blocked, as those of Swift's executors have. */
static void accept_signal(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGNAL);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

void join_watch(clua_State *S) {
  pthread_mutex_lock(&watch.mutex);
  if (clua_thread_number == 0) {
    clua_thread_number = ++watch.last_thread;
    accept_signal();
  }
  S->watch.pthread = pthread_self();
  atomic_store(&S->watch.thread, clua_thread_number);
  if (watch.asleep) {
    watch.asleep = false;
    pthread_cond_signal(&watch.wake);
  }
  pthread_mutex_unlock(&watch.mutex);
}

void leave_watch(clua_State *S) {
  pthread_mutex_lock(&watch.mutex);
  uint64_t used = S->watch.baseline == 0 ? 0 : thread_time() - S->watch.baseline;
  S->watch.charge_epoch = load_epoch(S);
  S->watch.charge = used + TICK; /* a run is noticed as often as it lasts a tick */
  S->watch.unsettled = true;
  atomic_store(&S->watch.noticed, false);
  pthread_mutex_unlock(&watch.mutex);
}

#else

/* Elsewhere the hook is always there (see budget.c). */

bool watch_state(clua_State *S) {
  (void)S;
  return false;
}

void unwatch_state(clua_State *S) { (void)S; }
uint64_t watch_time(void) { return 0; }
void join_watch(clua_State *S) { (void)S; }
void leave_watch(clua_State *S) { (void)S; }

#endif
