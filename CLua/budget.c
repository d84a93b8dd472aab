#include "internal.h"

/* The budget of computing: how C functions that may run long pay for what they do. */

void spend_rest(lua_State *L, size_t units) {
  (void)units;
  state_of(L)->fuel = FUEL;
  check_alive(L);
}
