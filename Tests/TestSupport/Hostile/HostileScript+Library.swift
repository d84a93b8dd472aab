extension HostileScript {
  /// Calls of library functions that would compute for a long time in one instruction.
  public static let onLibrary: [HostileScript] = [
    HostileScript(
      "one lazy item",
      .timeout,
      source: "local s = ('a'):rep(200000) while true do s:find('a-b') end"
    ),
    HostileScript("two lazy items", .timeout, source: "(('a'):rep(20000)):find('.-.-b')"),
    HostileScript("three lazy items", .timeout, source: "(('a'):rep(4000)):find('.-.-.-b')"),
    HostileScript("four greedy items", .timeout, source: "(('a'):rep(2000)):match('.*.*.*.*b')"),
    HostileScript("five optional tails", .timeout, source: "(('a'):rep(400)):match('a*a*a*a*a*b')"),
    HostileScript(
      "balanced items",
      .timeout,
      source: "local s = ('('):rep(200000) while true do s:find('%b()') end"
    ),
    HostileScript(
      "an earlier capture",
      .timeout,
      source: "(('a'):rep(20000)):find('(a*)%1b')"
    ),
    HostileScript(
      "a large set",
      .timeout,
      source: "local set = '[' .. ('b-c'):rep(50000) .. ']' (('a'):rep(200000)):find(set)"
    ),
    HostileScript(
      "substitution of nothing",
      .timeout,
      .memoryLimit,
      source: "local s = ('a'):rep(100000) while true do s:gsub('', '') end"
    ),
    HostileScript(
      "substitution that searches",
      .timeout,
      source: "(('a'):rep(20000)):gsub('.-.-b', 'x')"
    ),
    HostileScript(
      "an iterator that searches",
      .timeout,
      source: "for _ in (('a'):rep(20000)):gmatch('.-.-b') do end"
    ),
    HostileScript(
      "a callback that loops",
      .timeout,
      source: "('x'):gsub('x', function() while true do end end)"
    ),
    HostileScript(
      "plain search",
      .timeout,
      source: """
        local s, part = ('a'):rep(400000), ('a'):rep(200000) .. 'b'
        while true do s:find(part, 1, true) end
        """
    ),
    HostileScript(
      "moving a huge range",
      .timeout,
      source: "table.move({}, 1, math.maxinteger - 1, 2)"
    ),
    HostileScript(
      "moving onto itself",
      .timeout,
      .memoryLimit,
      source:
        "local t = {} for i = 1, 20000 do t[i] = i end while true do table.move(t, 1, 20000, 2) end"
    ),
    HostileScript(
      "inserting into a length that is made up",
      .timeout,
      source:
        "table.insert(setmetatable({}, { __len = function() return 1e15 // 1 | 0 end }), 1, 1)"
    ),
    HostileScript(
      "removing from a length that is made up",
      .timeout,
      source: "table.remove(setmetatable({}, { __len = function() return 1e15 // 1 | 0 end }), 1)"
    ),
    HostileScript(
      "inserting at the front",
      .timeout,
      source: "local t = {} while true do for i = 1, 20000 do table.insert(t, 1, i) end t = {} end"
    ),
    HostileScript(
      "joining a range without end",
      .timeout,
      source: """
        table.concat(setmetatable({}, { __index = function() return '' end }), '', 1,
          math.maxinteger)
        """
    ),
    HostileScript(
      "unpacking a range without end",
      .scriptError,
      source: "return table.unpack({}, math.mininteger, math.maxinteger)"
    ),
    HostileScript(
      "unpacking much",
      .scriptError,
      .memoryLimit,
      source: "return table.unpack({}, 1, 1e7 // 1 | 0)"
    ),
    HostileScript(
      "sorting texts with one beginning",
      .timeout,
      source: """
        local words, t = {}, {}
        for i = 1, 12 do words[i] = ('x'):rep(500000) .. i end
        for i = 1, 2000 do t[i] = words[i % 12 + 1] end
        while true do table.sort(t) end
        """
    ),
    HostileScript(
      "sorting a length that is made up",
      .timeout,
      .scriptError,
      source: "table.sort(setmetatable({}, { __len = function() return 1 << 30 end, "
        + "__index = function() return 1 end, __newindex = function() end }))"
    ),
    HostileScript(
      "a comparison that loops",
      .timeout,
      source: "table.sort({ 3, 2, 1 }, function() while true do end end)"
    ),
    HostileScript(
      "an invalid comparison",
      .timeout,
      .scriptError,
      source: """
        local t = {} for i = 1, 20000 do t[i] = i % 7 end
        while true do table.sort(t, function() return true end) end
        """
    ),
    HostileScript(
      "repeating nothing",
      .timeout,
      source: "while true do (''):rep(math.maxinteger) end"
    ),
    HostileScript(
      "repeating nothing with nothing between",
      .timeout,
      source: "while true do (''):rep(math.maxinteger, '') end"
    ),
    HostileScript(
      "repeating in a loop",
      .timeout,
      source: "while true do local s = ('x'):rep(500000) end"
    ),
    HostileScript(
      "long formats",
      .timeout,
      source:
        "local f = ('%s'):rep(100) while true do pcall(f.format, f, f) local s = f:rep(1000) end"
    ),
    HostileScript(
      "long numbers",
      .timeout,
      source: "while true do string.format(('%99.99f'):rep(50), table.unpack((function() "
        + "local t = {} for i = 1, 50 do t[i] = 1e308 end return t end)())) end"
    ),
    HostileScript(
      "packing in a loop",
      .timeout,
      source: "local f = ('z'):rep(1) .. ('x'):rep(100000) while true do string.pack(f, 'a') end"
    ),
    HostileScript(
      "reversing and folding",
      .timeout,
      source: "local s = ('x'):rep(500000) while true do s:reverse():upper():lower() end"
    ),
    HostileScript(
      "bytes",
      .timeout,
      .scriptError,
      source: "local s = ('x'):rep(500000) while true do s:byte(1, 5000) end"
    ),
    HostileScript(
      "code points",
      .timeout,
      source: "local s = ('ä'):rep(200000) while true do utf8.len(s) utf8.offset(s, 100000) end"
    ),
    HostileScript(
      "numbers from texts",
      .timeout,
      source: "local s = ('1'):rep(150) while true do tonumber(s) tonumber(s, 36) end"
    ),
    HostileScript(
      "dates",
      .timeout,
      source: "local f = ('%c'):rep(1000) while true do os.date(f) end"
    ),
    HostileScript(
      "choosing from many",
      .timeout,
      source: "local t = {} for i = 1, 200 do t[i] = i end "
        + "while true do select('#', table.unpack(t)) select(-1, table.unpack(t)) end"
    ),
  ]
}
