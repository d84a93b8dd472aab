-- Only Lua.
local M = {}

function M.run(first, _second)
  local count = 2
  local list = { a = 1, b = 2 }
  local always = 1
  print(print, string.format("%d", 1), os.time(), always)
  for i = #list, 1, -1 do
    print(i)
  end
  for key in pairs(list) do
    print(key)
  end
  while count do
    count = first
    if first then
      break
    end
  end
  if count ~= first then
    print(1)
  end
  if next(list) == nil or count ~= count then
    print(2)
  else
    print(3)
  end
  local a, b = 1, 2
  a, b = b, a
  for i = 1, 2 do
    if i == 1 then
      goto next
    end
    print(i)
    ::next::
  end
  print(a, b, ("%d of %d"):format(a, b), type(a), string.rep("-", 3))
  return list
end

return M
