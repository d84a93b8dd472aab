--- The choice of tests.
local use = ...
local blocks = use("runner/blocks")

local M = {}

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
    return name == plain
  end) or any(options.filters_out, function(pattern)
    return string.find(name, pattern) ~= nil
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
    return name == plain
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
