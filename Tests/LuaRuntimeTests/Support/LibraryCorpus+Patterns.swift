extension LibraryCorpus {
  /// Patterns of every form, some malformed, and replacements.
  static let patterns = #"""
    local classes = {
      "a", "c", "d", "g", "l", "p", "s", "u", "w", "x", "z", "A", "D", "L", "S", "U", "W", "X", "Z",
      "%", ".", "[", "]", "(", "-", "^", "$", "k", "B", "\0",
    }

    local function set()
      local body = repeated(chance(5) and 0 or 1, 4, function()
        local roll = number(1, 10)
        if roll <= 4 then return pick(plain) end
        if roll <= 6 then return "%" .. pick(classes) end
        if roll <= 8 then return pick(plain) .. "-" .. pick(letters) end
        return pick(letters)
      end)
      return (chance(30) and "[^" or "[") .. body .. (chance(97) and "]" or "")
    end

    local function single()
      local roll = number(1, 10)
      if roll <= 5 then return pick(plain) end
      if roll <= 6 then return "." end
      if roll <= 8 then return "%" .. pick(classes) end
      if roll <= 9 then return set() end
      return pick(letters)
    end

    local function item()
      local roll = number(1, 20)
      if roll <= 8 then return single() end
      if roll <= 13 then return single() .. pick({ "*", "+", "-", "?" }) end
      if roll == 14 then return "(" .. single() .. pick({ "", "*", "+", "-", "?" }) .. ")" end
      if roll == 15 then return "()" end
      if roll == 16 then return "(" end
      if roll == 17 then return ")" end
      if roll == 18 then return "%" .. number(0, 3) .. pick({ "", "", "*", "?" }) end
      if roll == 19 then return "%b" .. (chance(90) and pick(plain) .. pick(plain) or "") end
      return "%f" .. (chance(95) and set() or pick(letters))
    end

    local signs = {
      "[", "]", "^", "%", "-", "(", ")", "b", "f", "$", ".", "*", "+", "?", "a", "1", "\0", "\255",
    }

    local function pattern()
      if chance(15) then return repeated(0, 12, function() return pick(signs) end) end
      local text = repeated(0, 6, item)
      if chance(20) then text = "^" .. text end
      if chance(20) then text = text .. "$" end
      if chance(5) then text = text:sub(1, number(0, #text)) end
      return text
    end

    local function replacement()
      return repeated(0, 4, function()
        if chance(50) then return pick(plain) end
        return "%" .. (chance(95) and tostring(number(0, 3)) or pick(classes))
      end)
    end

    local function collect(l, s, p, init)
      local found = {}
      for a, b, c in l.string.gmatch(s, p, init) do
        found[#found + 1] = a .. tostring(b) .. tostring(c)
        if #found > 30 then break end
      end
      return table.concat(found, "|")
    end

    local function check_pattern()
      local s, p, r = subject(), pattern(), replacement()
      local init, limit = number(-20, 20), chance(50) and number(-1, 5) or nil
      local map = { a = "<a>", ["1"] = 7, b = false, aa = "x", c = chance(3) and {} or nil }
      local function f(a, b)
        if a == "b" then return nil end
        if a == "c" then return false end
        if a == "A" then return {} end
        return a .. tostring(b)
      end
      local function describe(name)
        return function()
          local form = "%s: subject %q pattern %q replacement %q init %d limit %s"
          return form:format(name, s, p, r, init, tostring(limit))
        end
      end
      local from = chance(50) and init or nil
      compare(function(l) return l.string.find(s, p, from) end, describe("find"))
      compare(pick({
        function(l) return "plain", l.string.find(s, p, from, true) end,
        function(l) return "match", l.string.match(s, p, from) end,
        function(l) return "gmatch", collect(l, s, p, from) end,
      }), describe("plain find, match or gmatch"))
      local with = pick({ r, map, f })
      compare(function(l) return l.string.gsub(s, p, with, limit) end, describe("gsub"))
    end
    """#
}
