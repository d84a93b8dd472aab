extension LibraryCorpus {
  /// The simple functions of `string`.
  static let strings = #"""
    local function check_string()
      local s = chance(10) and pick({ 12, 1.5, true, {} }) or subject()
      local i, j, k = position(), position(), position()
      local repetitions = chance(20) and pick(extremes) or number(-1, 5)
      if s == "" and math.type(repetitions) and repetitions > 1000 then repetitions = 3 end
      local gap = chance(50) and subject() or nil
      local function describe(name)
        return function() return name .. ": " .. outcome(s, i, j, k, repetitions, gap) end
      end
      compare(function(l) return l.string.sub(s, i, j) end, describe("sub"))
      compare(function(l) return l.string.byte(s, i, j) end, describe("byte"))
      compare(function(l) return l.string.char(i, j, k) end, describe("char"))
      local code = number(60, 300)
      compare(function(l) return l.string.char(code, 1) end, describe("char"))
      for _, name in ipairs({ "len", "lower", "upper", "reverse" }) do
        compare(function(l) return l.string[name](s) end, describe(name))
      end
      compare(function(l) return l.string.rep(s, repetitions, gap) end, describe("rep"))
    end
    """#

  /// Formats, some malformed.
  static let formats = #"""
    local conversions = {
      "d", "i", "u", "c", "x", "X", "o", "e", "E", "f", "F", "g", "G", "a", "A", "s", "q", "d", "s",
      "g", "%", "y", "l", "", "\0", "1",
    }
    local arguments = {
      0, 1, -1, 65, 255, 3.0, 1.5, -0.0, 1e100, 1e308, 1 / 0, -1 / 0, 2 ^ 53, math.mininteger,
      math.maxinteger, "", "text", "12", "0x10", " 7 ", "1e2", "a\0b", "a\n\r\"\\\1272\200",
      ("long"):rep(40), true, false, {}, print,
    }

    local function specification()
      local text = repeated(0, 2, function() return pick({ "-", "+", " ", "#", "0" }) end)
      if chance(40) then text = text .. number(0, chance(5) and 200 or 30) end
      if chance(40) then
        text = text .. "." .. (chance(80) and number(0, chance(5) and 200 or 20) or "")
      end
      if chance(3) then text = text .. pick({ ".", "-", "5", ("0"):rep(number(15, 25)) }) end
      return "%" .. (chance(40) and "" or text) .. pick(conversions)
    end

    local function check_format()
      local form = repeated(0, 3, function()
        return chance(30) and pick(letters) or specification()
      end)
      local values = {}
      for i = 1, number(0, 4) do values[i] = pick(arguments) end
      for i, value in ipairs(values) do
        -- Texts of these are our own.
        if form:find("s") and (type(value) == "table" or value == print) then values[i] = true end
      end
      if chance(5) then
        local text = chance(80) and pick({ "shown", 12 }) or {}
        values[1] = setmetatable({}, { __tostring = function() return text end })
      end
      compare(function(l) return l.string.format(form, table.unpack(values)) end, function()
        return ("format: %s %s"):format(show(form), show(values))
      end)
    end
    """#

  /// Valid and invalid UTF-8 texts.
  static let codes = #"""
    local function check_utf8()
      local s = repeated(0, 8, function()
        return pick({
          "a", "z", "ä", "€", "😀", "\u{7FF}", "\u{FFFF}", "\x80", "\xff", "\xc0\x80", "\u{10FFFF}",
          "\u{7FFFFFFF}", "\u{D800}", "\xf4\x90\x80\x80", "\0", "\xe2\x82",
        })
      end)
      local i, j, n = position(), position(), position()
      local lax = chance(50)
      local function describe(name)
        return function() return name .. ": " .. outcome(s, i, j, n, lax) end
      end
      compare(function(l) return l.utf8.len(s, i, j, lax) end, describe("len"))
      compare(function(l) return l.utf8.codepoint(s, i, j, lax) end, describe("codepoint"))
      compare(function(l) return l.utf8.offset(s, n, i) end, describe("offset"))
      compare(function(l) return l.utf8.char(i, j, n) end, describe("char"))
      local code, small = number(0, 1 << number(1, 31)), number(0, 300)
      compare(function(l) return l.utf8.char(code, small) end, describe("char"))
      if utf8.len(s, 1, -1, lax) then -- where Lua before 5.4.5 takes wrong bytes, ours does not
        compare(function(l)
          local found = {}
          for place, c in l.utf8.codes(s, lax) do found[#found + 1] = place .. ":" .. c end
          return table.concat(found, " ")
        end, describe("codes"))
      end
    end
    """#
}
