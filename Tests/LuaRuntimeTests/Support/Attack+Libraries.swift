import LuaRuntime

extension Attack {
  /// Those that compute inside one call of a library, where no hook of Lua's comes.
  static let onPatterns: [Attack] = [
    Attack(
      "many lazy items",
      .timeout,
      source: "string.find(('a'):rep(5000), ('.-'):rep(12) .. 'b')"
    ),
    Attack("one lazy item", .timeout, source: "return ('a'):rep(200000):find('.-b')"),
    Attack("two greedy items", .timeout, source: "return ('a'):rep(4000):find('.*.*b')"),
    Attack("optional items", .timeout, source: "('a'):rep(100):find(('a?'):rep(90) .. 'b')"),
    Attack("captures", .timeout, source: "('a'):rep(3000):match(('(a*)'):rep(8) .. 'b')"),
    Attack("back references", .timeout, source: "('a'):rep(30000):find('(.*).-%1%1b')"),
    Attack("balanced text", .timeout, source: "return ('('):rep(400000):gsub('%b()', '')"),
    Attack("frontiers", .timeout, source: "('a '):rep(9000):find(('.-%f[%w]'):rep(6) .. 'b')"),
    Attack(
      "a long set",
      .timeout,
      source: "return ('a'):rep(400000):find('[' .. ('b'):rep(400000) .. ']+')"
    ),
    Attack(
      "a long set for nothing",
      .timeout,
      source: "while true do pcall(string.find, ('a'):rep(9000), 'a-[' .. ('b'):rep(9000)) end"
    ),
    Attack(
      "plain text",
      .timeout,
      source:
        "local s = ('a'):rep(400000) while true do s:find(('a'):rep(200000) .. 'b', 1, true) end"
    ),
    Attack("matches in gsub", .timeout, source: "return ('a'):rep(50000):gsub('.-b', '')"),
    Attack(
      "matches in gmatch",
      .timeout,
      source: "for _ in ('a'):rep(200000):gmatch('a-b') do end"
    ),
    Attack(
      "a coroutine that matches",
      .timeout,
      source: "coroutine.wrap(function() ('a'):rep(200000):find('.-b') end)()"
    ),
    Attack(
      "a match in a callback",
      .timeout,
      source: "('abc'):gsub('.', function() pcall(string.find, ('a'):rep(200000), '.-b') end)"
    ),
    Attack(
      "pcall around a match",
      .timeout,
      source: "while true do pcall(string.find, ('a'):rep(200000), '.-b') end"
    ),
  ]

  /// Those that let a function of a list run for ever.
  static let onLists: [Attack] = [
    Attack("moving far", .timeout, source: "table.move({}, 1, 1 << 60, 2)"),
    Attack("moving down", .timeout, source: "table.move({}, 2, 1 << 60, 1)"),
    Attack("inserting into a long list", .timeout, source: long + "table.insert(list, 1, 1)"),
    Attack("removing from a long list", .timeout, source: long + "table.remove(list, 1)"),
    Attack(
      "joining what never ends",
      .timeout,
      source:
        "table.concat(setmetatable({}, { __index = function() return '' end }), '', 1, 1 << 60)"
    ),
    Attack("sorting a long list", .timeout, source: long + "table.sort(list)"),
    Attack(
      "an order that is none",
      .timeout,
      .scriptError,
      source: """
        local t = {}
        for i = 1, 16000 do t[i] = i end
        while true do table.sort(t, function() return math.random(2) == 1 end) end
        """
    ),
    Attack(
      "sorting long texts with one beginning",
      .timeout,
      source: """
        local texts, t = {}, {}
        for i = 1, 12 do texts[i] = ('x'):rep(400000) .. i end
        while true do
          for i = 1, 2000 do t[i] = texts[i * 7 % 12 + 1] end
          table.sort(t)
        end
        """
    ),
    Attack(
      "unpacking again and again",
      .timeout,
      .memoryLimit,
      source: "while true do pcall(table.unpack, {}, 1, 20000) end"
    ),
  ]

  /// A list that says it is long.
  private static let long = """
    local function length() return (1 << 31) - 9 end
    local function index() return 1 end
    local list = setmetatable({}, { __len = length, __index = index, __newindex = rawequal })

    """

  /// Those that let a function of texts run as often as possible.
  static let onTexts: [Attack] = [
    Attack("empty text", .timeout, source: "while true do (''):rep(1 << 30, '') end"),
    Attack("repeating", .timeout, source: "while true do ('x'):rep(500000) end"),
    Attack("repeating too much", .memoryLimit, source: "return ('x'):rep(1 << 30)"),
    Attack("upper case", .timeout, source: text + "while true do text:upper() end"),
    Attack("turning round", .timeout, source: text + "while true do text:reverse() end"),
    Attack("quoting", .timeout, source: text + "while true do ('%q'):format(text) end"),
    Attack("printing", .timeout, source: "while true do ('%99.99f'):format(1e308) end"),
    Attack("counting", .timeout, source: text + "while true do utf8.len(text) end"),
    Attack("going far", .timeout, source: text + "while true do utf8.offset(text, -399999) end"),
    Attack(
      "stray bytes",
      .timeout,
      source: """
        local text = 'a' .. ('\\x80'):rep(500000)
        local next_code = utf8.codes('a')
        while true do pcall(next_code, text, 1) end
        """
    ),
    Attack(
      "packing",
      .timeout,
      source: "local text = ('x'):rep(250000) while true do string.pack('z', text) end"
    ),
    Attack(
      "unpacking",
      .timeout,
      source: "local form = ('b'):rep(9000) while true do string.unpack(form, form) end"
    ),
    Attack(
      "reading numbers",
      .timeout,
      source: "local text = ('1'):rep(500000) while true do tonumber(text) end"
    ),
    Attack(
      "dates",
      .timeout,
      source: "local form = ('%n'):rep(200000) while true do os.date(form) end"
    ),
  ]

  private static let text = "local text = ('x'):rep(400000) "
}
