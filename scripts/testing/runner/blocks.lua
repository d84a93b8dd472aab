--- The functions of a spec: `describe`, `it`, `before_each` and others.
---
--- A block is a table: kind, name, body, children, hooks, environment, place. Each function adds a
--- child or a hook to the current block.
local use, host = ...
local class = use("class")
local failure = use("failure")
local in_force = use("runner/environment")

local M = {}

--- The current block, the current test, and the globals that the test has set.
M.block = nil
M.test = nil

--- Whether the test has ended except for its `finally` functions.
M.is_finishing = false

--- Whether to behave exactly as busted.
M.is_strict = false

--- Whether a focused test or block is an error.
M.refuses_focus = false

M.test_globals = nil

--- The limit on nested blocks in a file.
M.depth_limit = 200

--- The limit on the bytes of a name.
M.name_limit = 4096

--- Called with each test and block that is added.
M.declare = nil

--- The globals of the host that a spec could only replace for itself, with advice.
M.advice = {}

local Environment = {}

--- Creates the globals of a block: its own over those of the parent block.
local function make_environment(parent)
  return setmetatable({}, { __index = parent })
end

--- Creates the globals of a spec file, which depend on the current block.
---
--- The outermost fallback is the globals of the current scripts.
function M.environment()
  return setmetatable({}, {
    __index = function(_, key)
      local block, own = M.block, M.test_globals
      if own and own[key] ~= nil then
        return own[key]
      end
      if block then
        local value = block.globals[key]
        if value ~= nil then
          return value
        end
      end
      return in_force.globals[key]
    end,
    __newindex = function(_, key, value)
      local block = M.block
      if M.advice[key] and rawget(in_force.globals, key) ~= nil then
        error(string.format("a spec cannot replace '%s': %s", key, M.advice[key]), 2)
      end
      if M.test then
        M.test_globals = M.test_globals or {}
        M.test_globals[key] = value
      elseif block then
        block.globals[key] = value
      else
        rawset(in_force.globals, key, value)
      end
    end,
    __metatable = Environment,
  })
end

function M.make(kind, name, body, parent, file, line)
  return {
    kind = kind,
    name = name,
    body = body,
    parent = parent,
    file = file or parent and parent.file,
    line = line,
    children = {},
    depth = parent and parent.depth + 1 or -1,
    globals = make_environment(parent and parent.globals),
  }
end

local function full(block, name)
  local names = {}
  if name and name ~= "" then
    names[1] = name
  end
  while block do
    if block.name and block.name ~= "" then
      table.insert(names, 1, block.name)
    end
    block = block.parent
  end
  return table.concat(names, " ")
end
M.full_name = full

local function text_of(name)
  return type(name) == "string" and name or tostring(name)
end

--- Raises busted's error about a misplaced word. Reports name the right place.
local function refuse(word, place)
  local text = string.format("'%s' not supported inside current context block", word)
  failure.explain(text, string.format("'%s' cannot be called here: it belongs %s", word, place))
  error(text, 0)
end

--- Raises an error unless a block's body is running.
local function need_block(word)
  if M.test or not M.block or not M.block.is_open then
    refuse(word, "in a block or at the top of a file")
  end
  return M.block
end

--- An error in place of a test or block with a name that is too long.
local function make_nameless(word, name, parent, file, line)
  local text = "the name of this '%s' has %d bytes; the limit is %d. Shorten it."
  return {
    kind = "test",
    name = failure.cut(name, 64),
    parent = parent,
    file = file or parent.file,
    line = line,
    problem = {
      value = string.format(text, word, #name, M.name_limit),
      trace = file and string.format("%s:%d", file, line),
    },
  }
end

--- The last line of the body of a child, or nil if the body is written elsewhere.
local function last_line(body, file, line)
  if type(body) ~= "function" then
    return nil
  end
  local first, last, source = native.span(body)
  return source == file and first >= line and last or nil
end
M.last_line = last_line

--- The error of a focused test or block, which may hide the others.
local function focus_problem(child)
  local text = "%s is focused: remove %s, so that the other tests run as well, or allow it"
    .. " (--allow-only)"
  local kind = child.kind == "test" and "this test" or "this block"
  return {
    value = string.format(text, kind, child.is_only and "'only'" or "'#only'"),
    trace = string.format("%s:%d", child.file, child.line),
  }
end

local function is_focused(child)
  return child.is_only or string.find((child.name or "") .. " ", "#only[^%w_%-]") ~= nil
end

local function add_child(word, kind, name, body, options)
  local parent = need_block(word)
  local file, line = native.where()
  local child
  if name and #name > M.name_limit then
    child = make_nameless(word, name, parent, file, line)
  elseif kind == "test" then
    child = { kind = kind, name = name, body = body, parent = parent, line = line }
    child.file = file or parent.file
  elseif parent.depth >= M.depth_limit then
    error(string.format("blocks nest at most %d levels deep", M.depth_limit), 0)
  else
    child = M.make(kind, name, body, parent, file, line)
    child.last = last_line(body, child.file, child.line)
  end
  for key, value in next, options or {} do
    child[key] = value
  end
  if M.refuses_focus and is_focused(child) then
    -- A focused block counts only if one of its tests is selected.
    local field = kind == "test" and "problem" or "focus"
    child[field] = child[field] or focus_problem(child)
  end
  parent.children[#parent.children + 1] = child
  M.declare(child)
end

local function is_callable(value)
  if type(value) == "function" then
    return true
  end
  local metatable = class.of(value)
  return type(metatable) == "table" and metatable.__call ~= nil
end

--- Adds a child, or returns the function that takes its body.
local function child_word(word, kind, options)
  return function(name, body)
    if body == nil and is_callable(name) then
      name, body = word, name
    end
    if name ~= nil then
      name = text_of(name)
    end
    if body == nil then
      need_block(word)
      return function(given)
        add_child(word, kind, name, given, options)
      end
    end
    add_child(word, kind, name, body, options)
  end
end

--- Replaces the placeholders of a name with the arguments in order.
local function fill(name, arguments)
  if not string.find(name, "%", 1, true) then
    return name
  end
  local at = 0
  return (string.gsub(name, "%%(.)", function(letter)
    if letter == "%" then
      return "%"
    end
    at = at + 1
    local value = arguments[at]
    return type(value) == "table" and failure.write(value) or tostring(value)
  end))
end

--- Adds a test that does not run. Its body only gives it its lines.
local function add_pending(word, name, body)
  local last = last_line(body, native.where())
  add_child(word, "test", name and text_of(name) or nil, nil, { is_pending = true, last = last })
end

--- The number of entries that most rows have; the earliest one of several.
local function usual_count(counts)
  local uses, usual = {}, counts[1]
  for _, count in ipairs(counts) do
    uses[count] = (uses[count] or 0) + 1
  end
  for _, count in ipairs(counts) do
    usual = uses[count] > uses[usual] and count or usual
  end
  return usual
end

--- Adds an error in place of a row with more or fewer entries than the others.
local function add_uneven(name, number, count, usual)
  local parent = M.block
  local file, line = native.where()
  local text = "row %d has %d %s, and the other rows have %d."
  if count < usual then
    text = text .. " A nil at the end does not count: write false, or add n = " .. usual .. "."
  end
  local place = file and string.format("%s:%d", file, host.row_line(file, line, number) or line)
  local child = { kind = "test", name = name, parent = parent, line = line }
  child.file = file or parent.file
  child.problem = {
    value = string.format(text, number, count, count == 1 and "entry" or "entries", usual),
    trace = place,
  }
  parent.children[#parent.children + 1] = child
  M.declare(child)
end

--- `it.each { { 1, 2 }, { 3, 4 } }(name, body)`: one child for each row.
local function each_word(word, kind, options)
  return function(rows)
    return function(name, body)
      local own = { last = last_line(body, native.where()) }
      for key, value in next, options or {} do
        own[key] = value
      end
      need_block(word)
      local lists, counts = {}, {}
      for i, row in ipairs(rows) do
        lists[i] = type(row) == "table" and row or { row }
        counts[i] = lists[i].n or #lists[i]
      end
      local usual = usual_count(counts)
      for i, arguments in ipairs(lists) do
        local count, filled = counts[i], fill(text_of(name), arguments)
        if count == usual then
          add_child(word, kind, filled, function()
            return body(table.unpack(arguments, 1, count))
          end, own)
        else
          add_uneven(filled, i, count, usual)
        end
      end
    end
  end
end

--- A word with `only`, `skip` and `each`. It must be a function, because specs may expect one.
local function rich_word(word, kind)
  local only = { is_only = true }
  local rich = {
    only = native.with_fields(child_word(word, kind, only), { each = each_word(word, kind, only) }),
    each = each_word(word, kind),
  }
  function rich.skip(name, body)
    add_pending(word, name, body)
  end
  return native.with_fields(child_word(word, kind), rich)
end

--- Whether set-ups wait for the first test by default, and tear-downs match them.
M.is_lazy = false

--- Adds a hook. If the word does not determine the time, `kind` does.
local function hook_word(word, kind)
  return function(name, body)
    body = body or name
    local block = need_block(word)
    local file, line = native.where()
    local list = kind and (M.is_lazy and "lazy_" or "strict_") .. kind or word
    block[list] = block[list] or {}
    local hook = { word = word, body = body, file = file, line = line, descriptor = list }
    table.insert(block[list], hook)
  end
end

local words = {}
for _, word in ipairs({ "describe", "context" }) do
  words[word] = rich_word(word, "describe")
end
for _, word in ipairs({ "it", "spec", "test" }) do
  words[word] = rich_word(word, "test")
end
words.insulate = child_word("insulate", "insulate")
words.expose = child_word("expose", "expose")
for _, word in ipairs({ "setup", "teardown" }) do
  words[word] = hook_word(word, word)
  words["lazy_" .. word] = hook_word("lazy_" .. word)
  words["strict_" .. word] = hook_word("strict_" .. word)
end
words.before_each = hook_word("before_each")
words.after_each = hook_word("after_each")

--- `pending(name [, body])` outside of tests; inside a test, `pending(message)` ends it.
function words.pending(name, body)
  if is_callable(name) then
    name, body = "pending", name
  end
  if M.test and not M.is_finishing then
    error(failure.pending(name), 0)
  end
  add_pending("pending", name, body)
end

--- `finally(fn)`, inside a test.
function words.finally(fn)
  if not M.test then
    refuse("finally", "in a test")
  end
  local test = M.test
  test.finally = not M.is_strict and test.finally or {}
  table.insert(test.finally, fn)
end

--- `randomize()`, `randomize(seed)` or `randomize(true, seed)`. `randomize(false)` and
--- `randomize(nil)` undo it.
function words.randomize(...)
  local block = need_block("randomize")
  local seed, other = ...
  block.randomized = select("#", ...) == 0
    or seed and (tonumber(seed) or tonumber(other) or true)
    or false
end

--- `timeout(seconds)`: the time limit for a test or for each test of a block.
function words.timeout(seconds)
  local owner = M.test or need_block("timeout")
  owner.timeout = seconds
  if M.test and M.limit then
    M.limit(seconds)
  end
end

M.words = words

--- Creates a word for blocks of a kind, or for tests that a function runs.
function M.word(name, kind, executor)
  if not executor then
    return child_word(name, kind)
  end
  return child_word(name, kind, { executor = executor })
end

--- The block around all files.
M.suite = M.make("suite")

return M
