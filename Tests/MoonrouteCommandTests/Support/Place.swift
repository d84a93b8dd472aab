import Foundation

/// Paths of the checkout.
enum Place {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The names of the examples that have a main.lua.
  static var examples: [String] {
    let all = try? FileManager.default.contentsOfDirectory(
      atPath: root.appendingPathComponent("examples").path
    )
    return (all ?? []).sorted()
      .filter {
        let main = root.appendingPathComponent("examples/\($0)/main.lua")
        return FileManager.default.fileExists(atPath: main.path)
      }
  }

  static let fixtures = root.appendingPathComponent("Tests/MoonrouteCommandTests/Fixtures")

  /// The built command, which is next to the tests.
  static let command: URL = {
    let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let own = tests ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return own.deletingLastPathComponent().appendingPathComponent("moonroute")
  }()
}
