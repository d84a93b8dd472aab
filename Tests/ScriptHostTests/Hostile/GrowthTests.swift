import Moonroute
import ScriptHost
import TestSupport
import Testing

/// The time for anything grows at most in proportion to a script's input.
///
/// The measure is the processor time of the process, the minimum of several tries. Eight times the
/// work takes about eight times as long, or 64 times if each item is compared with each. Both are
/// far from the limit of 24 times.
@Suite(.timeLimit(.minutes(10))) struct GrowthTests {
  /// A function that prepares `n` objects of a script and returns the measured work.
  struct Growth: Sendable {
    let rule: String
    let count: Int
    let script: String

    init(_ rule: String, _ count: Int, _ script: String) {
      self.rule = rule
      self.count = count
      self.script = script
    }
  }

  private static let main = """
    router.route { name = "home", path = "/h", view = "H", animator = animator.root { wrap = "stack" } }
    router.route { name = "page", path = "/p/:n", view = "P", animator = "push" }
    router.route { name = "sheet", path = "/s/:n", view = "S", animator = "present" }
    router.route { path = "/q", action = function(state)
      local count = 0
      for name in pairs(state.query) do count = count + #state.query_all[name] end
      return count
    end }
    router.route { path = "/typed", query = { k1 = "int" }, action = function(state)
      return state.query_all.k2[1]
    end }
    router.route { path = "/r/**rest", action = function(state) return #state.rest end }
    router.route { path = "/e", action = function(state) return state.extra end }

    function list(n, make)
      local t = {}
      for i = 1, n do t[i] = make(i) end
      return t
    end

    function fields(n, prefix)
      local t = {}
      for i = 1, n do t[prefix .. i] = i end
      return t
    end

    function joined(n, between, make) return table.concat(list(n, make), between) end

    function registered(path)
      return function()
        local route = router.route { path = path, view = "V" }
        router.match("/r/1")
        route:cancel()
        router.match("/r/1")
      end
    end

    function deep(n, open, path)
      router.reset("/h")
      for i = 1, n do assert(open(path .. i).ok) end
    end

    -- The processor time of what is measured, the least of three.
    function measure(make, n)
      local run, least = make(n), math.huge
      for _ = 1, 3 do
        local start = os.clock()
        run()
        least = math.min(least, os.clock() - start)
      end
      return least
    end
    """

  private static let sent = [
    Growth(
      "query items of different names",
      120,
      "local q = '/q?' .. joined(n, '&', function(i) return 'k' .. i .. '=' .. i end)"
        + " return function() assert(router.fetch(q) == n) end"
    ),
    Growth(
      "query items of one name",
      120,
      "local q = '/q?' .. ('k=1&'):rep(n) return function() assert(router.fetch(q) == n) end"
    ),
    Growth(
      "query items of a route that declares some",
      120,
      "local q = '/typed?' .. joined(n, '&', function(i) return 'k' .. i .. '=' .. i end)"
        + " return function() return router.fetch(q), router.match(q).query end"
    ),
    Growth(
      "query items that replace others",
      100,
      "local l = router.location('/q?' .. joined(n, '&', function(i) return 'k' .. i .. '=' .. i end))"
        + " local over = fields(n, 'k') return function() return l:with { query = over } end"
    ),
    Growth(
      "segments of a location",
      30,
      "local l = '/r' .. ('/a'):rep(n) return function() for _ = 1, 20 do router.fetch(l) end end"
    ),
    Growth(
      "escapes of a location",
      1_000,
      "local l = '/r/' .. ('%C3%A9'):rep(n) return function() return router.match(l).rest end"
    ),
    Growth(
      "dot segments",
      2_000,
      "local l = '/r/' .. ('../'):rep(n) return function() return router.location(l) end"
    ),
    Growth(
      "parameters of a match",
      16,
      "local p = joined(n, '', function(i) return '/:a' .. i .. '-:b' .. i end)"
        + " router.route { path = '/many' .. n .. p, view = 'V' }"
        + " local l = '/many' .. n .. ('/x-y'):rep(n)"
        + " return function() for _ = 1, 5 do assert(router.match(l).params.b1 == 'y') end end"
    ),
    Growth(
      "literal text of a pattern",
      1_800,
      "return registered('/lit/' .. ('x'):rep(n))"
    ),
    Growth(
      "optional parts of a pattern",
      30,
      "return registered('/opt' .. joined(n, '', function(i) return '(/:o' .. i .. ')' end))"
    ),
    Growth(
      "catch-alls of a pattern",
      15,
      "return registered('/all' .. ('/**/a'):rep(n))"
    ),
    Growth(
      "letters of names in a pattern",
      400,
      "return registered('/name' .. joined(n // 20, '', function(i)"
        + " return '/:' .. ('é'):rep(20) .. i end))"
    ),
    Growth(
      "choices of a constraint",
      60,
      "return registered('/one/:a(' .. joined(n, '|', function(i) return 'w' .. i end) .. ')')"
    ),
    Growth(
      "a list that crosses",
      1_500,
      "local t = list(n, function(i) return i end)"
        + " return function() return router.fetch('/e', { extra = t }) end"
    ),
    Growth(
      "a table of fields that crosses",
      300,
      "local t = fields(n, ('k'):rep(40)) return function() return router.fetch('/e', { extra = t }) end"
    ),
    Growth(
      "tables in a table that cross",
      400,
      "local t = list(n, function(i) return { i, x = { i } } end)"
        + " return function() return router.fetch('/e', { extra = t }) end"
    ),
    Growth(
      "JSON of fields",
      400,
      "local t = fields(n, 'k') return function() return json.decode(json.encode(t)) end"
    ),
    Growth(
      "JSON of text with escapes",
      1_000,
      #"local s = '"' .. ('\\u00e9'):rep(n) .. '"' return function() return json.decode(s) end"#
    ),
  ]

  private static let held = [
    Growth(
      "screens below one that is pushed and popped",
      20,
      "deep(n, router.push, '/p/') return function() for i = 1, 10 do router.push('/p/' .. i)"
        + " router.back() end end"
    ),
    Growth(
      "screens presented over each other",
      3,
      "return function() for _ = 1, 3 do deep(n, router.present, '/s/') tostring(stage) end end"
    ),
    Growth(
      "a deep stage that is saved and restored",
      20,
      "deep(n, router.push, '/p/') local saved = stage.save()"
        + " return function() stage.restore(saved) return tostring(stage), stage.save() end"
    ),
    Growth(
      "a recheck of a deep stage",
      20,
      "deep(n, router.push, '/p/') return function() for _ = 1, 5 do router.recheck() end end"
    ),
    Growth(
      "listeners on overlapping patterns",
      60,
      "for i = 1, n do events.on('/over' .. n .. '/' .. ({ ':p', '*', '**', '1' })[i % 4 + 1],"
        + " function() end) end"
        + " return function() for _ = 1, 3 do assert(events.emit('/over' .. n .. '/1') == n) end end"
    ),
    Growth(
      "listeners of many patterns that overlap",
      60,
      "for i = 1, n do events.on('/each' .. n .. '/:p' .. i, function() end) end"
        + " return function() for _ = 1, 3 do assert(events.emit('/each' .. n .. '/1') == n) end end"
    ),
    Growth(
      "listeners added with an event after each, and cancelled",
      60,
      "return function() local all = list(n, function(i) local s = events.on('/on/' .. i, function() end)"
        + " events.emit('/other') return s end) for _, s in ipairs(all) do s:cancel() end end"
    ),
    Growth(
      "events that handlers emit",
      100,
      "local left = 0 events.on('/chain' .. n, function() left = left - 1"
        + " if left > 0 then events.emit('/chain' .. n) end end)"
        + " return function() left = n events.emit('/chain' .. n) end"
    ),
    Growth(
      "resources put with a look-up after each, and deleted",
      60,
      "return function() for i = 1, n do resources.put { path = '/put/' .. i, value = i }"
        + " resources.get('/put/' .. i) end for i = 1, n do resources.delete('/put/' .. i) end end"
    ),
    Growth(
      "routes registered with a match after each, and cancelled",
      20,
      "return function() local all = list(n, function(i)"
        + " local r = router.route { path = '/run/' .. i .. '/:x', name = 'run' .. i, view = 'V' }"
        + " router.match('/run/1/2') return r end) for _, r in ipairs(all) do r:cancel() end end"
    ),
    Growth(
      "guards and proxies of one pattern",
      40,
      "return function() local all = list(n, function()"
        + " return router.proxy('/q', function() end) end)"
        + " local guards = list(n, function() return router.guard('/q', function() return true end) end)"
        + " router.fetch('/q') for _, p in ipairs(all) do p:cancel() end"
        + " for _, g in ipairs(guards) do g:cancel() end end"
    ),
    Growth(
      "timers that are set and cancelled",
      100,
      "return function() local all = list(n, function(i) return after(1000 - i / 1000, print) end)"
        + " for _, t in ipairs(all) do t:cancel() end end"
    ),
    Growth(
      "tasks that are waited for",
      50,
      "return function() for _, t in ipairs(list(n, function() return spawn(function() sleep(0) end) end))"
        + " do t:wait() end end"
    ),
    Growth(
      "fields of the session",
      400,
      "return function() for i = 1, n do session['f' .. i] = { i } end"
        + " for i = 1, n do session['f' .. i] = nil end end"
    ),
    Growth(
      "fields of a screen",
      150,
      "return function() local t = fields(n, 'k') t[1] = 'V' return tostring(screen(t)) end"
    ),
  ]

  @Test func `eight times the input takes at most a few times eight times as long`() async {
    let progress = ChildProgress()
    let end = await #expect(processExitsWith: .success) {
      [progress = progress as ChildProgress] in
      for growth in Self.sent + Self.held {
        try progress.begin(growth.rule)
        try await Self.check(growth)
      }
    }
    let last = progress.end()
    #expect(end != nil, "the process ended at '\(last)'")
  }

  private static func check(_ growth: Growth) async throws {
    var (few, many) = (Double.infinity, Double.infinity)
    // On a virtual machine, the time of a process includes time taken by others.
    for _ in 0..<6 where few == .infinity || many > 24 * few {
      few = min(few, try await time(growth, growth.count))
      many = min(many, try await time(growth, 8 * growth.count))
    }
    #expect(many <= 24 * few, "\(growth.rule): \(few) s and \(many) s")
  }

  /// The seconds for a count in a new application.
  private static func time(_ growth: Growth, _ count: Int) async throws -> Double {
    let scripts = try await LoadedScripts.load(
      main,
      memoryLimit: 512 << 20,
      computingTime: .seconds(600)
    )
    let answer = await scripts.evaluate("measure(function(n) \(growth.script) end, \(count))")
    return try #require(Double(answer), "\(growth.rule): \(answer)")
  }
}
