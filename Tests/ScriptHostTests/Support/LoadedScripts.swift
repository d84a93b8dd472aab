import Moonroute
import ScriptHost
import Synchronization
import TestSupport

/// An application of scripts for a test, with its complete log.
struct LoadedScripts: Sendable {
  /// The lines of a log, from any thread.
  final class Log: Sendable {
    private let entries = Mutex<[LogEntry]>([])

    func add(_ entry: LogEntry) { entries.withLock { $0.append(entry) } }

    /// The texts as a program gets them, and the whole texts.
    var messages: [(shown: String, whole: String)] {
      entries.withLock { $0 }.map { ($0.message, $0.wholeMessage) }
    }

    /// The lines as `main.lua:3 info: text`, with the values of links.
    var lines: [String] {
      entries.withLock { $0 }
        .map { entry in
          "\(entry.site.map { "\($0) " } ?? "")\(entry.level.rawValue): \(entry.wholeMessage)"
        }
    }
  }

  let host: ScriptHost
  let log = Log()

  var router: LinkRouter { host.router }

  /// Creates a host with this `main.lua`, without loading it.
  init(
    _ main: String,
    files: [String: String] = [:],
    memoryLimit: Int = 64 << 20,
    computingTime: Duration = .seconds(1),
    runsHeadless: Bool = false,
    logLimit: LogLimit? = LogLimit(),
    clock: any Clock<Duration> = SkippingClock(),
    storage: (any ResourceStorage)? = nil,
    offering: (inout HostOffers) -> Void = { _ in }
  ) throws {
    host = try ScriptHost(
      .texts(files.merging(["main.lua": main]) { $1 }),
      in: .patient(clock: clock, storage: storage),
      options: ScriptOptions(
        memoryLimit: memoryLimit,
        computingTime: computingTime,
        runsHeadless: runsHeadless,
        logLimit: logLimit,
        log: log.add
      ),
      offering: offering
    )
  }

  /// Creates a host and loads it.
  static func load(
    _ main: String,
    files: [String: String] = [:],
    memoryLimit: Int = 64 << 20,
    computingTime: Duration = .seconds(1),
    runsHeadless: Bool = false,
    logLimit: LogLimit? = LogLimit(),
    clock: any Clock<Duration> = SkippingClock(),
    offering: (inout HostOffers) -> Void = { _ in }
  ) async throws -> LoadedScripts {
    let scripts = try LoadedScripts(
      main,
      files: files,
      memoryLimit: memoryLimit,
      computingTime: computingTime,
      runsHeadless: runsHeadless,
      logLimit: logLimit,
      clock: clock,
      offering: offering
    )
    try await scripts.host.load()
    return scripts
  }

  /// Opens a location and returns a short result: `opened Home`, `handled 5`, `failed: …`.
  func open(_ text: String) async -> String { (await router.open(text)).summary }

  /// The result of a line of Lua, or the text of its error.
  func evaluate(_ line: String) async -> String {
    do {
      return try await host.evaluate(line).joined(separator: ", ")
    } catch {
      return error.problems
        .map { problem in
          let place = problem.site.map { "\($0): " } ?? ""
          return place + problem.message
        }
        .joined(separator: "\n")
    }
  }
}

/// The problems of loading, each as `file:line: message [code]` on its own line.
func problems(
  _ main: String,
  files: [String: String] = [:],
  offering: (inout HostOffers) -> Void = { _ in }
) async throws -> [String] {
  let scripts = try LoadedScripts(main, files: files, offering: offering)
  do {
    try await scripts.host.load()
    return []
  } catch {
    return error.problems.map { problem in
      let place = problem.site.map { "\($0)\(problem.column.map { ":\($0)" } ?? ""): " } ?? ""
      return "\(place)\(problem.message) [\(problem.code)]"
    }
  }
}

extension Outcome {
  /// The short result.
  var summary: String {
    let reason = reason.map { ": \($0)" } ?? ""
    switch status {
    case .handled: return "handled \(values.map(\.summary).joined(separator: ", "))"
    case .opened, .fellBack: return "\(status.rawValue) \(screen?.caption ?? "?")"
    case .intercepted: return "intercepted\(reason)"
    default:
      guard let error else { return status.rawValue }
      return "\(status.rawValue) \(error.code): \(error)"
    }
  }
}

extension Value {
  /// The short form of the value.
  var summary: String {
    switch self {
    case .null: return "nil"
    case .bool(let bool): return "\(bool)"
    case .int(let integer): return "\(integer)"
    case .double(let number): return "\(number)"
    case .text(let text): return text
    case .table(let table):
      let fields = table.fields.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.summary)" }
      return "{\((table.items.map(\.summary) + fields).joined(separator: ", "))}"
    case .reference(let reference): return "<\(reference.kind)>"
    }
  }
}
