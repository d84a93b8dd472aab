import LuaRuntime
import Moonroute
import Rehearsal
import ScriptHost
import TextTools

extension SpecLibrary {
  /// The application and the people of a table.
  private struct Question: Sendable {
    var run: AccessRun

    /// The names of personas, or `nil` for all.
    let personas: [String]?

    /// The session values that vary, by their paths, sorted.
    let flags: [(name: String, values: [Value])]
  }

  private static let options = ["fresh", "persona", "vary"]

  /// Adds the functions for `access` and `assert.access`; see `scripts/testing/app/access.lua`.
  func addAccess(to host: inout LuaTable) throws(LuaError) {
    host["access"] = .function(
      try driver.makeSuspending("access") { call in
        let question = try question(call, 0)
        return {
          [Self.lua(try await table(question))]
        }
      }
    )
    host["access_snapshot"] = .function(
      try driver.makeSuspending("assert.access") { call in
        let name = try call.string(0)
        let question = try question(call, 1)
        return {
          let problem = try compare(try await table(question), with: name)
          return [problem.map(LuaValue.string) ?? .nil]
        }
      }
    )
  }

  /// Builds a table and charges its processor time to the test.
  ///
  /// - Throws: `GivenUpWaitError` if the test has no time left, otherwise a `LuaError`.
  private func table(_ question: Question) async throws -> AccessTable {
    runner.tools.footprints?.noteTable(of: file)
    do {
      return try await time.outside {
        let flags = try question.flags.map { name, values in
          let values = values.map { (AccessFlag.text(of: $0), $0) }
          guard let flag = AccessFlag(name, values) else { throw AccessError.badFlag(name) }
          return flag
        }
        return try await question.run.table(varying: flags, as: question.personas)
      }
    } catch {
      if time.executor.meter.isOver { throw GivenUpWaitError() }
      throw LuaError("wrong_type", "\(error)")
    }
  }

  // MARK: Options

  private func question(_ call: LuaCall, _ index: Int) throws(LuaError) -> Question {
    let options = call.isAbsent(index) ? LuaTable() : try call.table(index)
    for field in options.fields where field.key.string.map(Self.options.contains) != true {
      let name = field.key.string ?? "a list item"
      let hint = NearestNames.hint(for: name, among: Self.options)
      throw call.argumentError(index, "'\(name)' is not an option of access\(hint)")
    }
    let (folder, runner, meter) = (driver.folder, runner, time.executor.meter)
    var run = AccessRun(
      RehearsalScripts(driver.scriptFiles) { try runner.makeHost(of: folder, in: $0) }
    )
    run.spend = { meter.add($0) }
    switch options["fresh"] {
    case .nil: break
    case .boolean(let value): run.isFresh = value
    default: throw call.argumentError(index, "'fresh' is true or false")
    }
    return Question(
      run: run,
      personas: try personas(options["persona"], call, index),
      flags: try flags(options["vary"], call, index)
    )
  }

  private func personas(
    _ value: LuaValue,
    _ call: LuaCall,
    _ index: Int
  ) throws(LuaError) -> [String]? {
    switch value {
    case .nil: return nil
    case .string(let name): return [name]
    case .table(let list):
      let names = list.array.compactMap(\.string)
      guard !names.isEmpty, names.count == list.array.count, list.fields.isEmpty else { break }
      return names
    default: break
    }
    throw call.argumentError(index, "'persona' is a name, or a list of names")
  }

  private func flags(
    _ value: LuaValue,
    _ call: LuaCall,
    _ index: Int
  ) throws(LuaError) -> [(name: String, values: [Value])] {
    guard !value.isNil else { return [] }
    let problem = call.argumentError(
      index,
      "'vary' lists values, such as { beta = { true, false } }"
    )
    guard case .table(let table) = value, table.array.isEmpty else { throw problem }
    var flags: [(name: String, values: [Value])] = []
    for field in table.fields {
      guard let name = field.key.string, !name.isEmpty, case .table(let list) = field.value,
        !list.array.isEmpty, list.fields.isEmpty
      else { throw problem }
      let values = list.array.compactMap { Self.plain($0) }
      guard values.count == list.array.count else { throw problem }
      flags.append((name, values))
    }
    return flags.sorted { $0.name < $1.name }
  }

  private static func plain(_ value: LuaValue) -> Value? {
    switch value {
    case .boolean(let bool): .bool(bool)
    case .integer(let integer): .int(Int(integer))
    case .number(let number): .double(number)
    case .string(let text): .text(text)
    default: nil
    }
  }

  /// The outcome for each person in words, by location and name.
  private static func lua(_ table: AccessTable) -> LuaValue {
    let rows = table.rows.map { row in
      let fields = zip(table.people, row.cells)
        .map { LuaField(key: .string($0.name), value: .string($1.lastingWords)) }
      let location = row.place.location ?? ""
      return LuaField(key: .string(location), value: .table(LuaTable(fields: fields)))
    }
    return .table(LuaTable(fields: rows))
  }

  // MARK: The snapshot

  /// Returns the differences from a file of the application; writes the file if it does not exist,
  /// or in the mode that updates snapshots.
  private func compare(
    _ table: AccessTable,
    with name: String
  ) throws(LuaError) -> String? {
    let path = name.isWholePath ? name : (driver.folder ?? SpecFiles.folder) + "/" + name
    do {
      let (known, new) = (
        try files.reader.bytes(of: path), Array(AccessSnapshot(of: table).text.utf8)
      )
      if let known, runner.snapshots != .update {
        let old = try AccessSnapshot(parsing: String(decoding: known, as: UTF8.self))
        let difference = AccessDifference(from: old, to: table)
        return difference.isEmpty ? nil : AccessDifferenceReport(difference).text
      }
      if known == nil, runner.snapshots == .compare {
        return "there is no file '\(name)'; run the spec once to write it"
      }
      // Write even if only a rule's name changed or the file is damaged.
      if known != new { try files.reader.writer.write(new, to: path) }
      return nil
    } catch let refusal as FileError {
      throw LuaError(.denied, "\(refusal)")
    } catch {
      throw LuaError("wrong_type", "'\(name)': \(error)")
    }
  }
}
