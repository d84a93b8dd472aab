--- Values in Lua syntax with limits: long texts and tables are shortened, cycles end, keys have a
--- fixed order.
local use = ...
local class = use("class")
local levels = use("assert/state")

local M = {}

--- The limits on the columns of a line, the bytes of a text and the levels of tables.
M.columns, M.text_bytes, M.levels = 76, 240, 6

--- The limit on the lines of one value.
M.most_lines = 24

--- A Lua comment in place of a value without a literal.
local function comment(words)
  return "--[[" .. string.gsub(string.gsub(words, "%]%]", "] ]"), "%]$", "] ") .. "]]"
end

--- The shortest literal that identifies a number.
function M.number(value)
  if math.type(value) == "integer" then
    return value == math.mininteger and "math.mininteger" or string.format("%d", value)
  elseif value ~= value then
    return "0/0"
  elseif value == math.huge or value == -math.huge then
    return value > 0 and "math.huge" or "-math.huge"
  end
  local text
  for precision = 14, 17 do
    text = string.format("%." .. precision .. "g", value)
    if tonumber(text) == value then
      break
    end
  end
  return string.find(text, "^%-?%d+$") and text .. ".0" or text
end

local names = { ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t", ["\\"] = "\\\\", ['"'] = '\\"' }

local function code(character)
  return names[character] or string.format("\\%03d", string.byte(character))
end

--- Replaces bytes that are not UTF-8 with escapes such as `\255`.
local function with_codes(text)
  local from, bad = 1, select(2, utf8.len(text))
  if not bad then
    return text
  end
  local pieces = {}
  while bad do
    pieces[#pieces + 1] = string.sub(text, from, bad - 1)
    pieces[#pieces + 1] = string.format("\\%03d", string.byte(text, bad))
    from = bad + 1
    bad = from <= #text and select(2, utf8.len(text, from)) or nil
  end
  pieces[#pieces + 1] = string.sub(text, from)
  return table.concat(pieces)
end

--- The content of a text, escaped as between quotes.
function M.escaped(text)
  return with_codes((string.gsub(text, '[%c\\"]', code)))
end

--- Escapes a text that will not be quoted.
function M.escaped_bare(text)
  return with_codes((string.gsub(text, "[%c\\]", code)))
end

--- The last position for a cut within the first `count` bytes of a text.
function M.cut(text, count)
  while count > 0 and count < #text do
    local byte = string.byte(text, count + 1)
    if byte < 0x80 or byte >= 0xC0 then
      break
    end
    count = count - 1
  end
  return count
end

function M.text(text)
  if #text <= M.text_bytes then
    return '"' .. M.escaped(text) .. '"'
  end
  local head = string.sub(text, 1, M.cut(text, M.text_bytes - 40))
  local left_out = comment(string.format("%d bytes left out", #text - #head))
  return string.format('"%s" %s', M.escaped(head), left_out)
end

local words = {}
for word in
  string.gmatch(
    "and break do else elseif end false for function goto if in local nil not or repeat return"
      .. " then true until while",
    "%a+"
  )
do
  words[word] = true
end

--- A key in front of `=`.
function M.key(key)
  if type(key) == "string" then
    local is_name = #key <= 60 and string.find(key, "^[%a_][%w_]*$") and not words[key]
    return is_name and key or "[" .. M.text(key) .. "]"
  end
  return "[" .. M.inline(key, 40) .. "]"
end

--- Formats an object of the spec, which can raise an error.
local function attempt(write, value)
  local is_written, text = pcall(write, value)
  if is_written and type(text) == "string" then
    return #text <= M.text_bytes and text or string.sub(text, 1, M.cut(text, M.text_bytes)) .. "…"
  end
  return "(a " .. type(value) .. " that cannot be written)"
end

--- The text of a table's own `__tostring`, or nil.
function M.own(value)
  local metatable = class.of(value)
  if type(metatable) ~= "table" then
    return nil
  end
  local write = rawget(metatable, "describe")
  if write and class.is_ours(metatable) then
    return attempt(write, value)
  end
  return rawget(metatable, "__tostring") ~= nil and attempt(tostring, value) or nil
end

--- A value that is not a table. Inside a table, a value without a literal becomes a comment.
local function atom(value, is_entry)
  local kind = type(value)
  if kind == "string" then
    return M.text(value)
  elseif kind == "number" then
    return M.number(value)
  end
  local text = attempt(tostring, value)
  return is_entry and kind ~= "boolean" and kind ~= "nil" and "nil " .. comment(text) or text
end

local inline

--- The entries of a table on one line, or nil if they do not fit.
local function inline_entries(value, room, level, within)
  local keys, count = native.order(value)
  if count == 0 then
    return "{}"
  end
  local pieces, length, next_index = {}, 4, 1
  for i = 1, count do
    local key = keys and keys[i] or i
    local piece = ""
    if key == next_index then
      next_index = next_index + 1
    else
      piece = M.key(key) .. " = "
    end
    local text = inline(native.get(value, key), room - length - #piece, level + 1, within)
    if not text then
      return nil
    end
    pieces[i] = piece .. text
    length = length + #piece + #text + 2
    if length > room + 2 then
      return nil
    end
  end
  return "{ " .. table.concat(pieces, ", ") .. " }"
end

function inline(value, room, level, within)
  if type(value) ~= "table" then
    local text = atom(value, level > 1)
    return #text <= room and text or nil
  end
  local own = M.own(value)
  if own or within[value] or level > M.levels then
    own = own and (level > 1 and "nil " .. comment(own) or own)
      or "{ " .. comment(within[value] and "itself" or "more") .. " }"
    return #own <= room and own or nil
  elseif room < 2 then
    return nil
  end
  within[value] = true
  local text = inline_entries(value, room, level, within)
  within[value] = nil
  return text
end

--- A value on one line, shortened to a limit in bytes.
function M.inline(value, room)
  return inline(value, room, 1, {})
    or type(value) ~= "table" and atom(value)
    or M.own(value)
    or "{ " .. comment("more") .. " }"
end

local function add_lines(out, value, lead, trail, indent, level, within)
  local room = M.columns - #indent - #lead - #trail
  local text = inline(value, room, level, within)
  local is_open = not text and type(value) == "table" and not M.own(value) and #indent < 24
  if not is_open then
    out[#out + 1] = indent .. lead .. (text or M.inline(value, room)) .. trail
    return
  end
  out[#out + 1] = indent .. lead .. "{"
  within[value] = true
  local keys, count = native.order(value)
  for i = 1, count do
    if #out >= out.limit then
      out[#out + 1] = indent .. "  " .. comment(string.format("%d more", count - i + 1))
      break
    end
    local key = keys and keys[i] or i
    local name = M.key(key) .. " = "
    add_lines(out, native.get(value, key), name, ",", indent .. "  ", level + 1, within)
  end
  within[value] = nil
  out[#out + 1] = indent .. "}" .. trail
end

--- A value as lines.
---
---@param lead? string the text before it
---@param trail? string the text after it
---@param limit? integer the number of lines after which entries are only counted
---@return string[]
function M.lines(value, lead, trail, limit)
  local out = { limit = limit or M.most_lines }
  add_lines(out, value, lead or "", trail or "", "", 1, {})
  out.limit = nil
  return out
end

--- The text of a formatter that a spec has added, or nil.
function M.formatted(value)
  local is_written, text = pcall(levels.format_argument, value)
  return is_written and type(text) == "string" and text or nil
end

return M
