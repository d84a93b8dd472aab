import LuaRuntime
import Moonroute
import Rehearsal
import ScriptHost
import TextTools

extension SpecLibrary {
  private static let options = ["fresh", "persona", "vary"]

  /// Adds the functions for `access` and `assert.access`; see `scripts/testing/app/access.lua`.
  func addAccess(to host: inout LuaTable) throws(LuaError) {
    host["access"] = .function(
      try driver.makeSuspending("access") { call in
        let question = try question(call, 0)
        return {
          let table = try await table(question)
          return [Self.lua(table.words)]
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
  private func table(_ question: SpecAccess.Question) async throws -> SpecAccess.Table {
    guard let access = runner.tools.access else {
      throw LuaError(
        "denied",
        "this program does not support tables of access; use 'moonroute test'"
      )
    }
    runner.tools.footprints?.noteTable(of: file)
    do {
      return try await time.outside { try await access.table(question) }
    } catch {
      if time.executor.meter.isOver { throw GivenUpWaitError() }
      throw LuaError("wrong_type", "\(error)")
    }
  }

  // MARK: Options

  private func question(_ call: LuaCall, _ index: Int) throws(LuaError) -> SpecAccess.Question {
    let options = call.isAbsent(index) ? LuaTable() : try call.table(index)
    for field in options.fields where field.key.string.map(Self.options.contains) != true {
      let name = field.key.string ?? "a list item"
      let hint = NearestNames.hint(for: name, among: Self.options)
      throw call.argumentError(index, "'\(name)' is not an option of access\(hint)")
    }
    let isFresh: Bool
    switch options["fresh"] {
    case .nil: isFresh = false
    case .boolean(let value): isFresh = value
    default: throw call.argumentError(index, "'fresh' is true or false")
    }
    let (folder, runner, meter) = (driver.folder, runner, time.executor.meter)
    return SpecAccess.Question(
      texts: driver.scriptFiles,
      makeHost: { try runner.makeHost(of: folder, in: $0) },
      personas: try personas(options["persona"], call, index),
      flags: try flags(options["vary"], call, index),
      isFresh: isFresh,
      spend: { meter.add($0) }
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
    case .integer(let integer): .integer(Int(integer))
    case .number(let number): .number(number)
    case .string(let text): .text(text)
    default: nil
    }
  }

  private static func lua(_ words: [String: [String: String]]) -> LuaValue {
    let rows = words.sorted { $0.key < $1.key }
      .map { location, cells in
        let fields = cells.sorted { $0.key < $1.key }
          .map { LuaField(key: .string($0.key), value: .string($0.value)) }
        return LuaField(key: .string(location), value: .table(LuaTable(fields: fields)))
      }
    return .table(LuaTable(fields: rows))
  }

  // MARK: The snapshot

  /// Returns the differences from a file of the application; writes the file if it does not exist,
  /// or in the mode that updates snapshots.
  private func compare(
    _ table: SpecAccess.Table,
    with name: String
  ) throws(LuaError) -> String? {
    let path = name.isWholePath ? name : (driver.folder ?? SpecFiles.folder) + "/" + name
    do {
      let (known, new) = (try files.reader.bytes(of: path), Array(table.snapshot.utf8))
      if let known, runner.snapshots != .update {
        return try table.difference(String(decoding: known, as: UTF8.self))
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
