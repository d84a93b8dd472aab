#include "core.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/*
 * Memory for one state: counts every byte and refuses allocations at the limits, which raises a
 * memory error in Lua.
 *
 * Small blocks, which are nearly all of Lua's allocations, are taken from lists by size, cut from
 * pages of one size each. Free blocks of one size cannot serve another size, so the bytes taken
 * from the system are counted as well: when they exceed the limit by a little, empty pages are
 * freed. Under the address sanitizer malloc allocates every block, so that the sanitizer sees each
 * one.
 */

#if defined(__SANITIZE_ADDRESS__)
#define CLUA_PLAIN_BLOCKS
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CLUA_PLAIN_BLOCKS
#endif
#endif

enum { STEP = 16, PAGE = 16 * 1024, SMALL = STEP * BLOCK_LISTS };

/*
 * Bytes of begun pages and free blocks that may be taken from the system beyond the limit and the
 * reserve.
 */
enum { SLACK = 1024 * 1024 };

/* The head of a page, which is aligned to its size. Blocks follow from STEP on. */
typedef struct clua_Page {
  struct clua_Page *next;
  uint32_t free_count; /* while pages are freed */
} clua_Page;

/* Makes pages adjacent: malloc puts a word before each. */
enum { PAGE_BYTES = PAGE - STEP, WHOLLY_FREE = -1 };

static bool is_small(size_t size) {
#ifdef CLUA_PLAIN_BLOCKS
  (void)size;
  return false;
#else
  return size <= SMALL;
#endif
}

static size_t list_of(size_t size) { return (size - 1) / STEP; }

/* ---- blocks ---- */

static size_t block_count(size_t list) { return (PAGE_BYTES - STEP) / ((list + 1) * STEP); }

static clua_Page *page_of(const void *block) {
  return (clua_Page *)((uintptr_t)block & ~(uintptr_t)(PAGE - 1));
}

/*
 * Empty pages that any state of the process may use next. A test runner opens one state after
 * another: otherwise the system would take each page back, and clear it before its next use.
 */
enum { MOST_SPARE_PAGES = 128 };
static pthread_mutex_t spare_lock = PTHREAD_MUTEX_INITIALIZER;
static clua_Page *spare_pages;
static size_t spare_count;

static clua_Page *take_page(void) {
  pthread_mutex_lock(&spare_lock);
  clua_Page *page = spare_pages;
  if (page != NULL) {
    spare_pages = page->next;
    spare_count--;
  }
  pthread_mutex_unlock(&spare_lock);
  void *memory = page;
  if (page == NULL && posix_memalign(&memory, PAGE, PAGE_BYTES) != 0) return NULL;
  return memory;
}

static void give_page(clua_Page *page) {
  pthread_mutex_lock(&spare_lock);
  bool is_kept = spare_count < MOST_SPARE_PAGES;
  if (is_kept) {
    page->next = spare_pages;
    spare_pages = page;
    spare_count++;
  }
  pthread_mutex_unlock(&spare_lock);
  if (!is_kept) free(page);
}

/* Counts the free blocks of each page. */
static void count_free_blocks(clua_Blocks *blocks) {
  for (clua_Page *page = blocks->pages; page != NULL; page = page->next) page->free_count = 0;
  for (size_t list = 0; list < BLOCK_LISTS; list++) {
    for (void *block = blocks->lists[list]; block != NULL; block = *(void **)block) {
      page_of(block)->free_count++;
    }
  }
}

/* Removes from a list the blocks of pages that are completely free. */
static void unlist_free_pages(clua_Blocks *blocks, size_t list) {
  void **place = &blocks->lists[list];
  while (*place != NULL) {
    clua_Page *page = page_of(*place);
    if (page->free_count == block_count(list)) page->free_count = (uint32_t)WHOLLY_FREE;
    if (page->free_count == (uint32_t)WHOLLY_FREE) {
      *place = *(void **)*place;
    } else {
      place = (void **)*place;
    }
  }
}

/* Frees the empty pages. It takes about as long as a collection. */
static void give_pages_back(clua_Blocks *blocks) {
  count_free_blocks(blocks);
  for (size_t list = 0; list < BLOCK_LISTS; list++) unlist_free_pages(blocks, list);
  clua_Page **place = &blocks->pages;
  while (*place != NULL) {
    clua_Page *page = *place;
    if (page->free_count == (uint32_t)WHOLLY_FREE) {
      *place = page->next;
      give_page(page);
      blocks->taken -= PAGE;
    } else {
      place = &page->next;
    }
  }
}

/* Returns whether `size` more bytes may be taken from the system. */
static bool may_take(clua_Blocks *blocks, size_t size) {
  if (blocks->taken + size <= blocks->allowed) return true;
  give_pages_back(blocks);
  return blocks->taken + size <= blocks->allowed;
}

/* Cuts a new page into blocks of one size. */
static bool add_page(clua_Blocks *blocks, size_t list) {
  size_t size = (list + 1) * STEP;
  clua_Page *page = may_take(blocks, PAGE) ? take_page() : NULL;
  if (page == NULL) return false;
  page->next = blocks->pages;
  blocks->pages = page;
  blocks->taken += PAGE;
  uint8_t *block = (uint8_t *)page + STEP;
  for (size_t left = block_count(list); left > 0; left--, block += size) {
    *(void **)block = blocks->lists[list];
    blocks->lists[list] = block;
  }
  return true;
}

static void *new_block(clua_Blocks *blocks, size_t size) {
  if (!is_small(size)) {
    void *block = may_take(blocks, size) ? malloc(size) : NULL;
    if (block != NULL) blocks->taken += size;
    return block;
  }
  size_t list = list_of(size);
  if (blocks->lists[list] == NULL && !add_page(blocks, list)) return NULL;
  void *block = blocks->lists[list];
  blocks->lists[list] = *(void **)block;
  return block;
}

/* Frees a block other than the spare one. */
static void drop_block(clua_Blocks *blocks, void *block, size_t size) {
  if (is_small(size)) {
    void **list = &blocks->lists[list_of(size)];
    *(void **)block = *list;
    *list = block;
  } else {
    free(block);
    blocks->taken -= size;
  }
}

/* The smallest stack of a coroutine. To grow a stack, Lua needs a new block, a copy, and this. */
enum { SMALLEST_STACK = 45 * 16 };

static void free_block(clua_State *S, void *block, size_t size) {
  S->account.used -= size;
  if (size >= SMALLEST_STACK) S->account.since_move = 0;
  if (block == S->spare) {
    S->account.spare_taken = false;
  } else {
    drop_block(&S->blocks, block, size);
  }
}

static void *resize_large(clua_Blocks *blocks, void *block, size_t old_size, size_t new_size) {
  if (new_size > old_size && !may_take(blocks, new_size - old_size)) return NULL;
  void *moved = realloc(block, new_size);
  if (moved == NULL && new_size > old_size) return NULL;
  blocks->taken += new_size - old_size;
  return moved == NULL ? block : moved;
}

/* If memory runs out, the block is left unchanged. */
static void *resize_block(clua_Blocks *blocks, void *block, size_t old_size, size_t new_size) {
  if (!is_small(old_size) && !is_small(new_size)) {
    return resize_large(blocks, block, old_size, new_size);
  }
  if (is_small(old_size) && is_small(new_size) && list_of(old_size) == list_of(new_size)) {
    return block;
  }
  void *moved = new_block(blocks, new_size);
  if (moved == NULL) return NULL;
  memcpy(moved, block, old_size < new_size ? old_size : new_size);
  drop_block(blocks, block, old_size);
  return moved;
}

void free_pages(clua_Blocks *blocks) {
  while (blocks->pages != NULL) {
    clua_Page *page = blocks->pages;
    blocks->pages = page->next;
    give_page(page);
  }
}

/* ---- limits ---- */

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
  account->quick_limit = account->limits.memory;
  return false;
}

/*
 * The first block of this size that a new state allocates is Lua's table of all strings. It may
 * exceed the largest block: if it were refused, each new string would try again, after a full
 * collection.
 */
enum { FIRST_STRING_TABLE = 128 * sizeof(void *) };

static void note_string_table(
  clua_Account *account, const void *block, size_t size, const void *moved
) {
  bool first = account->string_table == NULL && size == FIRST_STRING_TABLE;
  if (first || (block != NULL && block == account->string_table)) account->string_table = moved;
}

static bool may_grow(
  clua_Account *account, const void *block, size_t old_size, size_t new_size
) {
  size_t limit = account->limits.memory;
  if (account->building) {
    limit += account->limits.reserve;
  } else if (new_size > account->limits.block && block != account->string_table) {
    return false;
  }
  size_t growth = new_size - old_size;
  if (account->used > limit || growth > limit - account->used) return false;
  return !injected_failure(account);
}

static void count_growth(clua_Account *account, size_t growth) {
  account->used += growth;
  if (account->used > account->peak) account->peak = account->used;
}

/*
 * Allocates a block that must not be refused: a small one for the host, where no error could be
 * handled. If the process itself is out of memory, it uses the one spare block of the state.
 */
static void *certain_block(clua_State *S, size_t size) {
  clua_Account *account = &S->account;
  size_t allowed = S->blocks.allowed;
  S->blocks.allowed = SIZE_MAX;
  void *block = injected_failure(account) ? NULL : new_block(&S->blocks, size);
  S->blocks.allowed = allowed;
  if (block == NULL && !account->spare_taken && size <= sizeof S->spare) {
    account->spare_taken = true;
    block = S->spare; /* a userdata, which never changes its size */
  }
  if (block != NULL) count_growth(account, size);
  return block;
}

/* The common case, a small block within the limit, without any check. */
static void *quick_block(clua_State *S, size_t size) {
  clua_Account *account = &S->account;
  size_t list = list_of(size);
  void *block = S->blocks.lists[list];
  if (block == NULL || account->used + size > account->quick_limit) return NULL;
  S->blocks.lists[list] = *(void **)block;
  count_growth(account, size);
  if (account->refused == size) account->refused = 0;
  return block;
}

/* Records where memory was refused: the script is unwound before its frames can be read. */
static void note_refusal(clua_State *S) {
  lua_State *L = S->current != NULL ? S->current : S->base;
  if (L != NULL && S->kill == KILL_NONE) note_stop(S, L);
}

static void *grow(clua_State *S, void *block, size_t old_size, size_t new_size) {
  clua_Account *account = &S->account;
  void *moved = NULL;
  if (may_grow(account, block, old_size, new_size)) {
    moved = block == NULL ? new_block(&S->blocks, new_size)
                          : resize_block(&S->blocks, block, old_size, new_size);
  }
  if (moved == NULL) {
    account->lost |= account->refused != 0 && account->refused != new_size;
    account->refused = new_size;
    /* A growing block may be a stack, whose frames cannot be read meanwhile. */
    if (block == NULL && !account->building) note_refusal(S);
    return NULL;
  }
  if (account->refused == new_size) account->refused = 0; /* the collection helped */
  if (block != NULL) account->since_move = 0;
  note_string_table(account, block, new_size, moved);
  count_growth(account, new_size - old_size);
  return moved;
}

void *clua_allocate(void *context, void *block, size_t old_size, size_t new_size) {
  clua_State *S = context;
  S->account.since_move++;
  if (block == NULL) {
    if (new_size == 0) return NULL;
    if (is_small(new_size)) {
      void *quick = quick_block(S, new_size);
      if (quick != NULL) return quick;
    }
    if (S->account.certain) return certain_block(S, new_size);
    return grow(S, NULL, 0, new_size); /* here the old size is the kind of object */
  }
  if (new_size == 0) {
    free_block(S, block, old_size);
    return NULL;
  }
  if (new_size > old_size) return grow(S, block, old_size, new_size);
  S->account.since_move = 0;
  void *moved = resize_block(&S->blocks, block, old_size, new_size);
  if (moved == NULL) {
    S->account.refused = new_size;
    return NULL;
  }
  note_string_table(&S->account, block, new_size, moved);
  S->account.used -= old_size - new_size;
  return moved;
}

/* ---- */

size_t clua_memory_in_use(const clua_State *S) { return S->account.used; }

size_t clua_memory_peak(const clua_State *S) { return S->account.peak; }

size_t clua_memory_taken(const clua_State *S) { return S->blocks.taken; }

void clua_limit_memory(clua_State *S, size_t bytes) {
  S->account.limits.memory = bytes;
  S->blocks.allowed = bytes + S->account.limits.reserve + SLACK;
  S->account.quick_limit = S->account.fail_in == 0 ? bytes : 0;
}

void clua_fail_allocation(clua_State *S, uint64_t number, uint64_t count) {
  S->account.fail_in = number;
  S->account.fail_count = count;
  clua_limit_memory(S, S->account.limits.memory);
}
