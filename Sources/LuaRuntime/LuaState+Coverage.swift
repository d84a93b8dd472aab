internal import CLua

extension LuaState {
  /// Counts the lines that scripts run from now on; the host's own scripts are left out.
  ///
  /// - Returns: Whether there is room for it.
  package func beginCountingLines() -> Bool {
    door.pointer.map { clua_begin_cover($0) } ?? false
  }

  /// How often each line of each script has run, by the script's name and the line.
  package var lineCounts: [String: [Int: Int]] {
    guard let pointer = door.pointer else { return [:] }
    var scripts: [String: [Int: Int]] = [:]
    var index: UInt32 = 0
    var covered = clua_Covered()
    while clua_read_cover(pointer, index, &covered) {
      index += 1
      guard let file = covered.file, let counts = covered.counts else { continue }
      var lines: [Int: Int] = [:]
      for line in 0..<Int(covered.length) where counts[line] > 0 { lines[line] = Int(counts[line]) }
      scripts[String(cString: file)] = lines
    }
    return scripts
  }

  /// Gives scripts all of Lua's libraries, those included that reach files and the process.
  ///
  /// - Throws: ``LuaErrorCode/memoryLimit`` if Lua has no room for them.
  package func openLibraries(in environment: LuaEnvironment) throws(LuaError) {
    let pointer = try openPointer()
    let status = clua_open_libraries(pointer, try number(of: environment.reference))
    guard status == CLUA_OK else { throw failure(status) }
  }
}
