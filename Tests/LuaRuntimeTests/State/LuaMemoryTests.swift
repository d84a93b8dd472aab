import Foundation
import LuaRuntime
import TestSupport
import Testing

struct LuaMemoryTests {
  /// Runs a workout and returns how it ended.
  private func end(of workout: Workout) -> String {
    switch workout.run() {
    case .finished(let values): display(values)
    case .suspended: "suspended"
    case .failed(let error):
      error.code == .memoryLimit ? "memory_limit" : "\(error) \(error.traceback)"
    }
  }

  @Test func `the workout runs within the default limits`() throws {
    let workout = try Workout(limits: LuaLimits())
    #expect(end(of: workout) == Workout.result)
  }

  @Test func `the state stays usable at every memory limit`() throws {
    var limit = 0
    var counts: [String: Int] = [:]
    var isEnough = false
    while !isEnough {
      let counter: Counted.Counter
      do throws(LuaError) {
        let workout = try Workout(limits: LuaLimits(memoryBytes: limit, reserveBytes: 0))
        counter = workout.counter
        let result = end(of: workout)
        counts[result, default: 0] += 1
        isEnough = result == Workout.result
        #expect(isEnough || result == "memory_limit", "at \(limit) bytes")
        #expect(!workout.state.isPoisoned)
        workout.state.limitMemory(toBytes: 1 << 24)
        #expect(workout.isUsable(), "at \(limit) bytes")
      } catch {
        #expect(error.code == .memoryLimit, "at \(limit) bytes")
        counts["no state", default: 0] += 1
        counter = Counted.Counter()
      }
      #expect(counter.alive == 0, "at \(limit) bytes")
      limit += limit < 24_000 ? 500 : 16
      try #require(limit < 1 << 20)
    }
    #expect(counts["memory_limit", default: 0] > 100)
  }

  @Test(arguments: [1, 2, 3])
  func `the state stays usable whichever allocation fails`(inARow count: Int) throws {
    let workout = try Workout(limits: LuaLimits())
    try atEachFailedAllocation(
      { workout.state.failAllocation($0, count: count) },
      atLeast: 400
    ) { number in
      let result = end(of: workout)
      #expect(
        result == Workout.result || result == "memory_limit",
        "allocation \(number): \(result)"
      )
      return result == Workout.result
    } then: { number in
      #expect(!workout.state.isPoisoned)
      #expect(workout.isUsable(), "allocation \(number)")
    }
    workout.state.collect()
    let perRun = workout.counter.alive
    _ = end(of: workout)
    workout.state.collect()
    #expect(workout.counter.alive == perRun)
  }

  @Test func `nothing leaks if any allocation fails while a state is set up`() throws {
    // The test with many limits covers opening the state. This test covers everything after it.
    let script = try Script()
    let number = try atEachFailedAllocation({ script.state.failAllocation($0) }) { number in
      do throws(LuaError) {
        _ = try script.state.makeEnvironment()
        _ = try script.state.makeClass(LuaClassDefinition<Int>("Thing"))
        _ = try script.state.makeRecordShape(
          LuaRecordDefinition("state", fields: ["a": [1]], parameters: [LuaRecordParameter("id")])
        )
        return true
      } catch {
        #expect(error.code == .memoryLimit, "allocation \(number)")
        return false
      }
    }
    #expect(number > 20)
    #expect(display(try script.run("return 1")) == "1")
  }

  @Test func `values cross completely or not at all, whichever allocation fails`()
    throws
  {
    let script = try Script()
    let value: LuaValue = [
      "list": [1, -0.5, true, "text", .bytes([0xFF])], "deep": ["a": ["b": ["c": 1]]],
    ]
    let whole = display([value])
    try atEachFailedAllocation({ script.state.failAllocation($0) }) { number in
      do throws(LuaError) {
        try script.environment.set("value", to: value)
        let load = try script.state.load(
          "return value",
          name: "test.lua",
          environment: script.environment
        )
        let values = try script.state.call(load)
        #expect(display(values) == whole, "allocation \(number)")
        return true
      } catch {
        #expect(error.code == .memoryLimit, "allocation \(number)")
        return false
      }
    } then: { number in
      let values = try script.run("return 1")
      #expect(display(values) == "1", "allocation \(number)")
    }
  }

  @Test func `a record reads the same after any failed allocation`()
    throws
  {
    let script = try Script()
    var definition = LuaRecordDefinition(
      "state",
      fields: ["name": "user", "tags": ["a", "b"]],
      parameters: [LuaRecordParameter("id", .integer), LuaRecordParameter("rest", .list)]
    )
    definition.tables = ["query"]
    definition.merged = [("all", from: ["query", "params"])]
    let shape = try script.state.makeRecordShape(definition)
    let read = try script.load("local s = ... return s.name, s.tags, s.params, s.query, s.all")
    let whole = """
      "user" {"a","b"} {"id"=-4,"rest"={"x","y"}} {"tab"="posts"} \
      {"id"=-4,"rest"={"x","y"},"tab"="posts"}
      """
    func values() throws(LuaError) -> String {
      let record = LuaRecord(in: script.state)
      record.begin(shape, text: Array("-4 x/y".utf8), ranges: [0..<2, 3..<6], tag: 1)
      try record.set("query", to: ["tab": "posts"])
      return display(try script.state.call(read, [.record(record)]))
    }
    try atEachFailedAllocation({ script.state.failAllocation($0) }) { number in
      do throws(LuaError) {
        let values = try values()
        #expect(values == whole, "allocation \(number)")
        return true
      } catch {
        #expect(error.code == .memoryLimit, "allocation \(number)")
        return false
      }
    } then: { number in
      let values = try values()
      #expect(values == whole, "allocation \(number)")
    }
  }

  @Test func `a script continues whichever allocation fails during an inspection`() throws {
    let debugged = try Debugged([3])
    let source = "local count, name = 2, 'n'\ncount = count + 1\nreturn count, name"
    var number = 0
    var seen: [String] = []
    debugged.ask = { debugged in
      debugged.state.failAllocation(number)
      defer { debugged.state.failAllocation(0) }
      let labels = debugged.state.debugFrames(of: nil).frames.map(\.label)
      seen = labels + debugged.scope(.locals) + [debugged.value("count + 1, name .. '!'")]
    }
    try debugged.finish(source)
    let whole = seen
    #expect(whole == ["test.lua", "count = 3", #"name = "n""#, #"4 "n!""#])
    try atEachFailedAllocation({ number = $0 }) { number in
      debugged.stops.removeAll()
      try debugged.finish(source)
      return seen == whole
    } then: { number in
      #expect(debugged.stops == ["3 breakpoint"], "allocation \(number)")
      #expect(!debugged.state.isPoisoned && debugged.problem == nil, "allocation \(number)")
    }
  }

  @Test func `running out of memory cannot be caught`() throws {
    let script = try Script(limits: LuaLimits(memoryBytes: 1 << 20))
    for source in [
      "while true do pcall(string.rep, 'x', 1e8) end",
      "local t = {} while true do pcall(function() t[#t + 1] = ('x'):rep(1000) .. #t end) end",
      "while true do xpcall(string.rep, function() return 1 end, 'x', 1e8) end",
      "local co = coroutine.wrap(function() return ('x'):rep(1e8) end) pcall(co) return 1",
      "local t = {} while true do coroutine.resume(coroutine.create(function() "
        + "t[#t + 1] = ('x'):rep(1000) .. #t end)) end",
    ] {
      #expect(script.failure(source)?.code == .memoryLimit, "\(source)")
      script.state.collect()
      #expect(display(try script.run("return 1")) == "1")
    }
  }

  @Test func `a large result of the host is a memory error, and its parts are released`() throws {
    let counter = Counted.Counter()
    let script = try Script(limits: LuaLimits(memoryBytes: 1 << 20, reserveBytes: 1 << 20))
    let type = try script.state.makeClass(LuaClassDefinition<Counted>("Thing"))
    try script.define("large") { _ in
      let objects = (0..<100).map { _ in LuaValue.object(LuaObject(Counted(counter), type: type)) }
      let texts = (0..<3000).map { LuaValue.string(String(repeating: "x", count: 1000 + $0 % 7)) }
      return .values([.table(LuaTable(objects + texts))])
    }
    #expect(script.failure("return large()")?.code == .memoryLimit)
    script.state.collect()
    #expect(counter.alive == 0)
    #expect(display(try script.run("return 1")) == "1")
  }

  @Test func `one value that is too large has a different error than many values`() throws {
    let script = try Script(limits: LuaLimits(memoryBytes: 2 << 20))
    #expect(
      script.failure("return ('x'):rep(600 * 1024)")?.description
        == "test.lua:1: the script needed more than 512 KiB for one value, which is the limit;"
        + " split it into several texts or tables"
    )
    #expect(
      script.failure("local t = {} for i = 1, 1e9 do t[i % 1000] = ('x'):rep(5000) .. i end")?
        .description
        == "test.lua:1: the script needed more than 2 MiB of memory; keep less, or raise "
        + "memoryLimit"
    )
  }

  @Test func `a poisoned state reports this for every operation`() throws {
    let script = try Script()
    #expect(throws: LuaError.self) { try script.state.provokePanic() }
    #expect(script.state.isPoisoned)
    #expect(script.failure("return 1")?.code == .poisoned)
  }

  @Test func `blocks of ever-changing sizes take little more from the system than the limit`()
    throws
  {
    let limits = LuaLimits(
      memoryBytes: 16 << 20,
      reserveBytes: 1 << 20,
      computingTime: .seconds(60)
    )
    let script = try Script(limits: limits)
    // Texts of increasing size fill the memory and are freed. Each size has its own blocks.
    let fill = try script.load(
      """
      local size = ...
      local hoard, list = {}, nil
      for i = 1, 7000000 // (size + 24) do
        if i % 8000 == 1 then list = {} hoard[#hoard + 1] = list end
        list[#list + 1] = ("%08d"):format(i) .. ("x"):rep(size - 8)
      end
      """
    )
    var most = 0
    for size in stride(from: 8, to: 240, by: 16) {
      _ = try script.state.call(fill, [.integer(Int64(size))])
      most = max(most, script.state.memoryTaken)
      script.state.collect()
    }
    #expect(most > 7 << 20)
    #expect(most <= 18 << 20, "\(most) bytes")
    #expect(script.state.memoryPeak <= 16 << 20)
    #expect(display(try script.run("return 1")) == "1")
  }

  #if os(Linux)
  // The address sanitizer keeps freed memory.
  @Test(.enabled(if: dlsym(nil, "__asan_init") == nil))
  func `closed states leave at most 2 MiB of empty pages`() async {
    await #expect(processExitsWith: .success) {
      // The C library keeps freed memory until malloc_trim.
      typealias Trim = @convention(c) (Int) -> Int32
      let trim = unsafeBitCast(dlsym(nil, "malloc_trim"), to: Trim.self)
      func residentBytes() throws -> Int {
        _ = trim(0)
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
          .split(separator: " ")
        return try #require(Int(fields[1])) * Int(getpagesize())
      }
      let makesTables = "local t = {} for i = 1, 8000 do t[i] = { i } end"
      func open(_ count: Int) throws -> [Script] {
        try (0..<count)
          .map { _ in
            let script = try Script()
            #expect(script.failure(makesTables) == nil)
            return script
          }
      }
      // The first state also makes the tables of the process.
      _ = try open(1)
      let before = try residentBytes()
      var scripts = try open(40)
      // Optimized code would release the scripts before.
      let grown = try withExtendedLifetime(scripts) { try residentBytes() - before }
      try #require(grown > 16 << 20)
      scripts = []
      #expect(try residentBytes() - before <= 4 << 20)
      withExtendedLifetime(scripts) {}
    }
  }
  #endif
}
