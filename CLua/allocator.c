#include "internal.h"

#include <stdlib.h>

/* Counts every byte and says no at the limits, which Lua answers with a memory error. */

static bool injected_failure(clua_Account *account) {
  if (account->fail_in == 0) return false;
  if (account->fail_in > 1) {
    account->fail_in--;
    return false;
  }
  if (account->fail_count > 0) {
    account->fail_count--;
    return true;
  }
  account->fail_in = 0;
  return false;
}

static bool may_grow(clua_Account *account, size_t old_size, size_t new_size) {
  size_t limit = account->limits.memory;
  if (account->building) {
    limit += account->limits.reserve;
  } else if (new_size > account->limits.block) {
    return false;
  }
  size_t growth = new_size - old_size;
  if (account->used > limit || growth > limit - account->used) return false;
  return !injected_failure(account);
}

void *clua_allocate(void *context, void *block, size_t old_size, size_t new_size) {
  clua_Account *account = &((clua_State *)context)->account;
  if (block == NULL) old_size = 0; /* Lua passes the kind of object there */
  account->since_growth++;
  if (new_size == 0) {
    free(block);
    account->used -= old_size;
    return NULL;
  }
  if (new_size > old_size && !may_grow(account, old_size, new_size)) {
    account->refused = new_size;
    return NULL;
  }
  void *moved = realloc(block, new_size);
  if (moved == NULL) {
    if (new_size <= old_size) return block; /* shrinking never fails */
    account->refused = new_size;
    return NULL;
  }
  if (new_size > old_size) account->refused = 0;
  if (block != NULL && new_size > old_size) account->since_growth = 0;
  account->used += new_size - old_size;
  if (account->used > account->peak) account->peak = account->used;
  return moved;
}

size_t clua_memory_in_use(const clua_State *S) { return S->account.used; }

size_t clua_memory_peak(const clua_State *S) { return S->account.peak; }

void clua_limit_memory(clua_State *S, size_t bytes) { S->account.limits.memory = bytes; }

void clua_fail_allocation(clua_State *S, uint64_t number, uint64_t count) {
  S->account.fail_in = number;
  S->account.fail_count = count;
}
