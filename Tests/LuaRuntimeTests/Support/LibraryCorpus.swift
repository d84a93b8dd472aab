/// Scripts that call our libraries and Lua's own with the same generated arguments.
///
/// Each script takes a seed and a count, and returns a difference or `nil`. The global `reference`
/// must hold Lua's own libraries.
enum LibraryCorpus: String, CaseIterable {
  case pattern, string, format, table, sort, utf8

  /// The text of the script.
  var source: String {
    [Self.common, Self.values, checks, "local check = check_\(rawValue)", Self.ending]
      .joined(separator: "\n")
  }

  private var checks: String {
    switch self {
    case .pattern: Self.patterns
    case .string: Self.strings
    case .format: Self.formats
    case .table: Self.tables
    case .sort: Self.sorting
    case .utf8: Self.codes
    }
  }

  /// Random numbers, and the comparison of two outcomes.
  private static let common = #"""
    local seed, count = ...
    local own = { string = string, table = table, utf8 = utf8 }
    local pick, chance, number

    do -- a generator of its own, so that a seed says it all
      local state = seed
      function number(low, high)
        state = state ~ (state << 13)
        state = state ~ (state >> 7)
        state = state ~ (state << 17)
        return low + (state >> 1) % (high - low + 1)
      end
      function pick(list) return list[number(1, #list)] end
      function chance(percent) return number(1, 100) <= percent end
    end

    local function repeated(low, high, make)
      local parts = {}
      for i = 1, number(low, high) do parts[i] = make() end
      return table.concat(parts)
    end

    -- ---- what is compared

    local function show(value)
      if math.type(value) == "float" then return ("%a"):format(value) end
      if type(value) == "string" then return ("%q"):format(value) end
      if type(value) == "table" and getmetatable(value) == nil then
        local keys, parts = {}, {}
        for key in next, value do keys[#keys + 1] = key end
        table.sort(keys, function(a, b) return show(a) < show(b) end)
        for i, key in ipairs(keys) do parts[i] = show(key) .. "=" .. show(rawget(value, key)) end
        return "{" .. table.concat(parts, ", ") .. "}"
      end
      return type(value) == "number" and tostring(value) or type(value) .. tostring(value):sub(1, 5)
    end

    local function outcome(...)
      local parts = table.pack(...)
      for i = 1, parts.n do parts[i] = show(parts[i]) end
      return table.concat(parts, " ")
    end

    local function are_same(one, other)
      if one.n ~= other.n then return false end
      for i = 1, one.n do
        local a, b = one[i], other[i]
        local alike = a == b and math.type(a) == math.type(b)
        if not alike and (type(a) ~= "table" or show(a) ~= show(b)) then return false end
      end
      return true
    end

    local problem

    --- Runs `body` with our libraries and with Lua's own.
    local function compare(body, describe)
      local one, other = table.pack(pcall(body, own)), table.pack(pcall(body, reference))
      if problem or are_same(one, other) then return end
      one, other = outcome(table.unpack(one, 1, one.n)), outcome(table.unpack(other, 1, other.n))
      problem = ("%s\n  ours:  %s\n  Lua's: %s"):format(describe(), one, other)
    end
    """#

  /// Generated texts and positions.
  private static let values = #"""
    local letters = {
      "a", "b", "c", "A", "1", "2", " ", ".", "-", "_", "(", ")", "]", "^", "%", "\0", "\255", "\n",
    }
    local plain = { "a", "a", "a", "b", "b", "c", "1", " " }
    local function subject()
      return repeated(0, 18, function() return chance(85) and pick(plain) or pick(letters) end)
    end


    local extremes = {
      math.mininteger, math.mininteger + 1, math.maxinteger, math.maxinteger - 1, -1, 0, 1, 2, 3,
      1.0, 1.5, "2", "x", 1 / 0, 2 ^ 53, 2 ^ 63, {}, true,
    }

    local function position()
      if chance(15) then return pick(extremes) end
      if chance(10) then return nil end
      return number(-12, 12)
    end
    """#

  /// Runs the check.
  private static let ending = #"""
    for _ = 1, count do
      check()
      if problem then return problem end
    end
    return nil
    """#
}
