-- Only Lua.
local M = {}

local function unused() -- --> [unused_local] 16: 'unused' is never used. Remove it, or rename it to '_unused'.
end

function M.run(first, second) -- --> [unused_argument] 23: 'second' is never used. Rename it to '_second'.
  local count = 1 -- --> [unused_value] 9: This value of 'count' is never read.
  count = 2
  local list = { a = 1, a = 2 } -- --> [duplicate_key] 25: 'a' is set in line 10 already. The last value wins.
  local filled = {} -- --> [unused_local] 9: 'filled' is filled but never read. Remove it, or rename it to '_filled'.
  filled.key = 1
  local never -- --> [unset_local] 9: 'never' is read but never set, so it is always nil.
  print(pint, string.formt, os.exit, never) -- --> [undefined_global] 9: There is no global 'pint'. Did you mean 'print'? --> [undefined_field] 15: There is no 'string.formt'. Did you mean 'format'? --> [not_in_sandbox] 29: Scripts have no 'os.exit'. The sandbox has no processes or files; use the host.
  total = count -- --> [global_write] 3: 'total' becomes a global, which every script shares. Write 'local total'.
  for i = #list, 1 do -- --> [wrong_step] 3: This loop counts up, so it never runs. Add the step ', -1'.
    print(i)
  end
  for key, value in pairs(list) do -- --> [unused_loop_variable] 12: 'value' is never used. Rename it to '_'.
    print(key)
  end
  while count do
    count = first
    break -- --> [single_pass] 5: This loop ends in its first iteration.
  end
  if not count == first then -- --> [wrong_not] 6: 'not' binds first, so this compares a boolean. Write 'count ~= first'.
    print(1)
  end
  if count == {} or count == 0 / 0 then -- --> [same_branches] 3: Every branch does the same. --> [literal_compare] 6: A new table is never equal to anything else. --> [nan_compare] 21: 0/0 equals nothing, not even itself. Write 'x ~= x'.
    print(2)
  else
    print(2)
  end
  if count then
    local first = count -- --> [shadowed] 11: 'first' shadows the variable in line 7. Choose another name.
    print(first)
  end
  local a, b = 1, 2, 3 -- --> [unbalanced] 3: 3 values for 2: the rest is discarded. --> [unused_value] 9: This value of 'a' is never read.
  a = b
  b = a -- --> [swapped] 3: This does not swap the two. Write 'a, b = b, a'.
  ::again:: -- --> [unused_label] 3: Nothing jumps to 'again'. Remove the label.
  if list then end -- --> [empty_block] 3: This block is empty.
  print(list.b)
  print(a, b, ("%d of %d"):format(a), type(a, "number"), string.rep("-")) -- --> [wrong_arguments] 15: bad argument #2 to 'format' (no value) --> [wrong_arguments] 47: 'type' takes 1 argument: the rest is discarded. --> [wrong_arguments] 58: bad argument #2 to 'rep' (number expected, got no value)
  do
    return list
  end
  print(3) -- --> [dead_code] 3: This is never reached.
end

return M
