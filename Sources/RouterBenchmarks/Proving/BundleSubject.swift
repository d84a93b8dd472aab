import Moonroute
import ScriptHost

/// Loading scripts from the bytes of a bundle, compared with the same files in memory.
enum BundleSubject {
  static let subject = BenchmarkSubject(
    name: "bundle",
    cases: [
      ("bundle/50 files", { try make(fileCount: 50) }),
      ("bundle/1000 files", { try make(fileCount: 1_000) }),
    ]
  )

  private static func make(fileCount: Int) throws -> BenchmarkCase {
    var files = ["main.lua": ""]
    for number in 1..<fileCount {
      files["routes/r\(number).lua"] = """
        router.route { name = "r\(number)", path = "/r\(number)/:id<int>", view = "View" }

        """
      files["main.lua", default: ""] += "require \"routes.r\(number)\"\n"
    }
    let texts = ScriptSource.texts(files)
    let bundle = try ScriptBundle(
      app: "shop",
      version: 1,
      needs: .init(),
      files: files.mapValues { Array($0.utf8) }
    )
    let bytes = bundle.bytes
    let application = try LinkRouter(isolation: MainActor.shared)
    let host = try ScriptHost(texts, in: application)
    _ = try application.assumeIsolated { [host] in try host.load(in: $0) }
    let load: @Sendable (ScriptSource) -> Int = { source in
      application.assumeIsolated { (try? host.load(from: source, in: $0)) == nil ? 0 : 1 }
    }
    let close: @Sendable () -> Void = { application.assumeIsolated { host.closeRetired(in: $0) } }
    return BenchmarkCase(
      name: "bundle/\(fileCount) files",
      unitCount: 1,
      peers: [
        .init(name: "the same files in memory: load, check, swap", after: close) { load(texts) },
        .init(name: "a bundle: read, load, check, swap", goal: 1.5, after: close) {
          (try? ScriptBundle(bytes)).map { load($0.source) } ?? 0
        },
      ]
    )
  }
}
