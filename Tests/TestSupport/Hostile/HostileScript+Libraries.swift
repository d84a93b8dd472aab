extension HostileScript {
  /// Scripts that compute inside one library call, where Lua calls no hooks.
  public static let onPatterns: [HostileScript] = [
    HostileScript(
      "many lazy items",
      .timeout,
      source: "string.find(('a'):rep(5000), ('.-'):rep(12) .. 'b')"
    ),
    HostileScript("one lazy item", .timeout, source: "return ('a'):rep(200000):find('.-b')"),
    HostileScript("two greedy items", .timeout, source: "return ('a'):rep(4000):find('.*.*b')"),
    HostileScript("optional items", .timeout, source: "('a'):rep(100):find(('a?'):rep(90) .. 'b')"),
    HostileScript("captures", .timeout, source: "('a'):rep(3000):match(('(a*)'):rep(8) .. 'b')"),
    HostileScript("back references", .timeout, source: "('a'):rep(30000):find('(.*).-%1%1b')"),
    HostileScript("balanced text", .timeout, source: "return ('('):rep(400000):gsub('%b()', '')"),
    HostileScript(
      "frontiers",
      .timeout,
      source: "('a '):rep(9000):find(('.-%f[%w]'):rep(6) .. 'b')"
    ),
    HostileScript(
      "a long set",
      .timeout,
      source: "return ('a'):rep(400000):find('[' .. ('b'):rep(400000) .. ']+')"
    ),
    HostileScript(
      "a long set for nothing",
      .timeout,
      source: "while true do pcall(string.find, ('a'):rep(9000), 'a-[' .. ('b'):rep(9000)) end"
    ),
    HostileScript(
      "plain text",
      .timeout,
      source:
        "local s = ('a'):rep(400000) while true do s:find(('a'):rep(200000) .. 'b', 1, true) end"
    ),
    HostileScript("matches in gsub", .timeout, source: "return ('a'):rep(50000):gsub('.-b', '')"),
    HostileScript(
      "matches in gmatch",
      .timeout,
      source: "for _ in ('a'):rep(200000):gmatch('a-b') do end"
    ),
    HostileScript(
      "a coroutine that matches",
      .timeout,
      source: "coroutine.wrap(function() ('a'):rep(200000):find('.-b') end)()"
    ),
    HostileScript(
      "a match in a callback",
      .timeout,
      source: "('abc'):gsub('.', function() pcall(string.find, ('a'):rep(200000), '.-b') end)"
    ),
    HostileScript(
      "pcall around a match",
      .timeout,
      source: "while true do pcall(string.find, ('a'):rep(200000), '.-b') end"
    ),
  ]

  /// Scripts that let a list function run forever.
  public static let onLists: [HostileScript] = [
    HostileScript("moving far", .timeout, source: "table.move({}, 1, 1 << 60, 2)"),
    HostileScript("moving down", .timeout, source: "table.move({}, 2, 1 << 60, 1)"),
    HostileScript(
      "inserting into a long list",
      .timeout,
      source: long + "table.insert(list, 1, 1)"
    ),
    HostileScript("removing from a long list", .timeout, source: long + "table.remove(list, 1)"),
    HostileScript(
      "joining an endless list",
      .timeout,
      source:
        "table.concat(setmetatable({}, { __index = function() return '' end }), '', 1, 1 << 60)"
    ),
    HostileScript("sorting a long list", .timeout, source: long + "table.sort(list)"),
    HostileScript(
      "an invalid order",
      .timeout,
      .scriptError,
      source: """
        local t = {}
        for i = 1, 16000 do t[i] = i end
        while true do table.sort(t, function() return math.random(2) == 1 end) end
        """
    ),
    HostileScript(
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
    HostileScript(
      "unpacking again and again",
      .timeout,
      .memoryLimit,
      source: "while true do pcall(table.unpack, {}, 1, 20000) end"
    ),
  ]

  /// A list that pretends to be long.
  private static let long = """
    local function length() return (1 << 31) - 9 end
    local function index() return 1 end
    local list = setmetatable({}, { __len = length, __index = index, __newindex = rawequal })

    """

  /// Scripts that let a text function run as often as possible.
  public static let onTexts: [HostileScript] = [
    HostileScript("empty text", .timeout, source: "while true do (''):rep(1 << 30, '') end"),
    HostileScript("repeating", .timeout, source: "while true do ('x'):rep(500000) end"),
    HostileScript("repeating too much", .memoryLimit, source: "return ('x'):rep(1 << 30)"),
    HostileScript("upper case", .timeout, source: text + "while true do text:upper() end"),
    HostileScript("turning round", .timeout, source: text + "while true do text:reverse() end"),
    HostileScript("quoting", .timeout, source: text + "while true do ('%q'):format(text) end"),
    HostileScript("printing", .timeout, source: "while true do ('%99.99f'):format(1e308) end"),
    HostileScript("counting", .timeout, source: text + "while true do utf8.len(text) end"),
    HostileScript(
      "going far",
      .timeout,
      source: text + "while true do utf8.offset(text, -399999) end"
    ),
    HostileScript(
      "stray bytes",
      .timeout,
      source: """
        local text = 'a' .. ('\\x80'):rep(500000)
        local next_code = utf8.codes('a')
        while true do pcall(next_code, text, 1) end
        """
    ),
    HostileScript(
      "packing",
      .timeout,
      source: "local text = ('x'):rep(250000) while true do string.pack('z', text) end"
    ),
    HostileScript(
      "unpacking",
      .timeout,
      source: "local form = ('b'):rep(9000) while true do string.unpack(form, form) end"
    ),
    HostileScript(
      "reading numbers",
      .timeout,
      source: "local text = ('1'):rep(500000) while true do tonumber(text) end"
    ),
    HostileScript(
      "dates",
      .timeout,
      source: "local form = ('%n'):rep(200000) while true do os.date(form) end"
    ),
  ]

  private static let text = "local text = ('x'):rep(400000) "
}
