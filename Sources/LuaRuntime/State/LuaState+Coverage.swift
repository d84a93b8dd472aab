internal import CLua

extension LuaState {
  /// Counts the lines that scripts run from now on, except in the host's own scripts.
  ///
  /// Scripts count by themselves. If one cannot (`byHook`), a hook counts every line, which takes
  /// several times as long.
  package func beginCountingLines(byHook: Bool) {
    if byHook {
      stateHandle.pointer.map { _ = clua_begin_coverage($0) }
    } else {
      scripts.lineCounters = scripts.lineCounters ?? [:]
    }
  }

  /// Whether scripts that are compiled now count their lines by themselves.
  package var isCountingLines: Bool { scripts.lineCounters != nil }

  /// Returns how often the lines of scripts have run, by script name and line.
  ///
  /// `isCurrent` says whether to include a script, by its name and text.
  package func lineCounts(
    where isCurrent: (String, [UInt8]) -> Bool
  ) -> [String: [Int: Int]] {
    var scripts = hookedLineCounts
    for (file, counters) in self.scripts.lineCounters ?? [:] {
      for counter in counters where isCurrent(file, counter.text) {
        scripts[file, default: [:]].merge(counter.counts(in: self), uniquingKeysWith: +)
      }
    }
    return scripts
  }

  private var hookedLineCounts: [String: [Int: Int]] {
    guard let pointer = stateHandle.pointer else { return [:] }
    var scripts: [String: [Int: Int]] = [:]
    var index: UInt32 = 0
    var covered = clua_Covered()
    while clua_read_coverage(pointer, index, &covered) {
      index += 1
      guard let file = covered.file, let counts = covered.counts else { continue }
      var lines: [Int: Int] = [:]
      for line in 0..<Int(covered.length) where counts[line] > 0 { lines[line] = Int(counts[line]) }
      scripts[String(cString: file)] = lines
    }
    return scripts
  }

  /// Compiles a script again with counting; `nil` if it cannot count, and then the hook counts.
  func loadCounting(
    _ text: [UInt8],
    name: String,
    environment: LuaEnvironment
  ) throws(LuaError) -> LuaFunction? {
    guard let counting = LuaLineCounter.counting(text) else {
      beginCountingLines(byHook: true)
      return nil
    }
    let known = scripts.lineCounters?[name]?.first { $0.text == text }
    let zeros = Array(repeating: LuaValue.integer(0), count: counting.lines.count)
    let slots: LuaReference
    if let known { slots = known.slots } else { slots = try hold(.table(LuaTable(zeros))) }
    let script: LuaFunction
    do throws(LuaError) {
      script = try compile(counting.text, name: name, environment: environment, slots: slots)
    } catch {
      beginCountingLines(byHook: true)
      return nil
    }
    if known == nil {
      scripts.lineCounters?[name, default: []]
        .append(
          LuaLineCounter(text: text, lines: counting.lines, slots: slots)
        )
    }
    return script
  }

  /// Gives scripts all of Lua's libraries, including those for files and the process.
  ///
  /// - Throws: ``LuaErrorCode/memoryLimit`` if Lua has no room for them.
  package func openLibraries(in environment: LuaEnvironment) throws(LuaError) {
    let pointer = try openPointer()
    let status = clua_open_libraries(pointer, try number(of: environment.reference))
    guard status == CLUA_OK else { throw failure(status) }
  }
}

extension LuaLineCounter {
  func counts(in state: LuaState) -> [Int: Int] {
    guard let list = try? state.read(slots).table else { return [:] }
    var counts: [Int: Int] = [:]
    for (line, value) in zip(lines, list.array) {
      counts[line] = value.integer.map(Int.init(clamping:)) ?? 0
    }
    return counts
  }
}
