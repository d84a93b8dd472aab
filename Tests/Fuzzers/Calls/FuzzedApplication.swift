import Moonroute
import ScriptHost
import Synchronization
import TestSupport

/// A scripted application under attack.
struct FuzzedApplication: Sendable {
  /// The problems reported by scripts.
  private final class Problems: Sendable {
    let first = Mutex<String?>(nil)

    func add(_ text: String) { first.withLock { $0 = $0 ?? text } }
  }

  /// The text that `host.text` returns to scripts.
  static let text = Mutex("")

  let host: ScriptHost
  private let problems = Problems()

  /// The first problem that a script reported with `host.forged`.
  var problem: String? { problems.first.withLock { $0 } }

  /// Creates a host with this `main.lua`, without loading it.
  init(
    _ main: String,
    files: [String: String] = [:],
    memoryLimit: Int = 64 << 20,
    computingTime: Duration = .milliseconds(250),
    clock: any Clock<Duration> = SkippingClock()
  ) throws {
    var configuration = RouterConfiguration()
    // A slow machine must not change the result of an open.
    configuration.waitLimit = .seconds(3_600)
    let problems = problems
    host = try ScriptHost(
      .texts(files.merging(["main.lua": main]) { $1 }),
      in: LinkRouter(options: RouterOptions(configuration, clock: clock)),
      options: ScriptOptions(memoryLimit: memoryLimit, computingTime: computingTime)
    ) { offers in
      offers.function("text") { _ in .text(Self.text.withLock { $0 }) }
      offers.function("forged") { arguments in
        problems.add(arguments.first?.text ?? "unnamed")
        return .null
      }
    }
  }

  /// Opens a location and returns a short result: `opened Home`, `handled 5`, `failed
  /// script_error`.
  func open(_ text: String) async -> String { (await host.router.open(text)).shortly }

  /// The result of a line of Lua, or the text of its error.
  func evaluate(_ line: String) async -> String {
    do {
      return try await host.evaluate(line).joined(separator: ", ")
    } catch {
      return error.problems.map(\.message).joined(separator: "; ")
    }
  }
}

extension Outcome {
  /// The short result.
  var shortly: String {
    switch status {
    case .handled: "handled \(values.map { $0.text ?? "\($0)" }.joined(separator: ", "))"
    case .opened, .fellBack: "\(status.rawValue) \(screen?.caption ?? "?")"
    default: "\(status.rawValue)\(error.map { " \($0.code)" } ?? "")"
    }
  }
}
