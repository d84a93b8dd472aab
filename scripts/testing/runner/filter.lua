--- The choice of tests.
local use = ...
local blocks = use("runner/blocks")
local failure = use("failure")

local M = {}

--- The limit on the bytes of a full name in a result.
M.name_bytes = 4 << 10

--- Whether a full name is the name of a result, which is shortened if it is long.
local function is_named(name, plain)
  return name == plain or #name > M.name_bytes and failure.cut(name, M.name_bytes) == plain
end

--- Whether a name has a tag, as a whole word or, if the options say so, as the start of one.
local function has_tag(name, tag, options)
  local from = 1
  while true do
    local first, last = string.find(name, "#" .. tag, from, true)
    if not first then
      return false
    end
    if options.matches_tag_prefix or not string.find(name, "^[%w_%-]", last + 1) then
      return true
    end
    from = last + 1
  end
end

local function any(list, test)
  for _, entry in ipairs(list or {}) do
    if test(entry) then
      return true
    end
  end
  return false
end

local function is_excluded_by_tag(element, options)
  return any(options.exclude_tags, function(tag)
    return has_tag(element.name or "", tag, options)
  end)
end

--- Whether an element's full name is excluded.
local function is_excluded_by_name(name, options)
  return any(options.excluded_names, function(plain)
    return is_named(name, plain)
  end) or any(options.filters_out, function(pattern)
    return string.find(name, pattern) ~= nil
  end)
end

--- Whether a child of a block is a test with one of the names of results, or a block around one.
function M.leads_to(child, parent, names)
  local name = blocks.full_name(parent, child.name)
  return any(names, function(plain)
    if child.kind == "test" then
      return is_named(name, plain)
    end
    local kept = string.match(plain, "^(.*)… %(%d+ bytes left out%)$")
    return string.find(plain, name .. " ", 1, true) == 1
      or kept ~= nil and string.sub(name, 1, #kept) == kept
  end)
end

--- Whether a block runs. An excluded block is not even set up.
function M.admits_block(block, options)
  if not options.is_choosy then
    return true
  end
  local name = blocks.full_name(block)
  return not (is_excluded_by_tag(block, options) or is_excluded_by_name(name, options))
end

--- Whether a test, or a block around it, is marked with `only`.
function M.is_only(element)
  while element do
    if element.is_only then
      return true
    end
    element = element.parent
  end
  return false
end

function M.admits(test, options)
  if not options.is_choosy then
    return true
  end
  local name = blocks.full_name(test.parent, test.name)
  local function matches(pattern)
    return string.find(name, pattern) ~= nil
  end
  local function is(plain)
    return is_named(name, plain)
  end
  if options.tags and not any(options.tags, function(tag)
    return has_tag(name, tag, options)
  end) then
    return false
  end
  if options.names and not any(options.names, is) then
    return false
  end
  if options.filters and not any(options.filters, matches) then
    return false
  end
  if options.only and not M.is_only(test) then
    return false
  end
  if options.places and not options.places[test.file .. ":" .. test.line] then
    return false
  end
  return not (is_excluded_by_tag(test, options) or is_excluded_by_name(name, options))
end

return M
