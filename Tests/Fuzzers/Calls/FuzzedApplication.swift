import Moonroute
import ScriptHost
import Synchronization
import TestSupport

/// An application of scripts that is attacked.
struct FuzzedApplication: Sendable {
  /// The problems that scripts report.
  private final class Problems: Sendable {
    let first = Mutex<String?>(nil)

    func add(_ text: String) { first.withLock { $0 = $0 ?? text } }
  }

  /// The answer of `host.text` to scripts.
  static let text = Mutex("")

  let host: ScriptHost
  private let problems = Problems()

  /// The first problem that a script reported by `host.forged`.
  var problem: String? { problems.first.withLock { $0 } }

  /// Makes a host whose `main.lua` is the text; nothing is loaded yet.
  init(
    _ main: String,
    files: [String: String] = [:],
    memoryLimit: Int = 64 << 20,
    computingTime: Duration = .milliseconds(250),
    clock: any Clock<Duration> = SkippingClock()
  ) throws {
    var configuration = RouterConfiguration()
    // A machine that stalls must not change how an open ends.
    configuration.waitLimit = .seconds(3_600)
    let problems = problems
    host = try ScriptHost(
      scripts: .files(files.merging(["main.lua": main]) { $1 }),
      in: Application(configuration: configuration, clock: clock),
      memoryLimit: memoryLimit,
      computingTime: computingTime
    ) { offers in
      offers.log = { _ in }
      offers.function("text") { _ in .text(Self.text.withLock { $0 }) }
      offers.function("forged") { arguments in
        problems.add(arguments.first?.text ?? "unnamed")
        return .none
      }
    }
  }

  /// Opens a location and tells how it ended, shortly: `opened Home`, `handled 5`, `failed script_error`.
  func open(_ text: String) async -> String { (await host.application.open(text)).shortly }

  /// The answer of a line of Lua; an error as its text.
  func evaluate(_ line: String) async -> String {
    do {
      return try await host.evaluate(line).joined(separator: ", ")
    } catch {
      return error.all.map(\.message).joined(separator: "; ")
    }
  }
}

extension Outcome {
  /// The end, in short.
  var shortly: String {
    switch status {
    case .handled: "handled \(values.map { $0.text ?? "\($0)" }.joined(separator: ", "))"
    case .opened, .fellBack: "\(status.rawValue) \(screen?.caption ?? "?")"
    default: "\(status.rawValue)\(error.map { " \($0.code)" } ?? "")"
    }
  }
}
