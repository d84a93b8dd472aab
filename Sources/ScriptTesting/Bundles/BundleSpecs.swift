import Dispatch
package import ScriptHost
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Specs that run from a temporary folder with the given files alone, such as a bundle's files.
package struct BundleSpecs: Sendable {
  /// The result of the specs in a folder.
  package struct Result: Sendable {
    package var summary = SpecSummary()

    /// The place and the message of each failure, such as `spec/smoke/cart_spec.lua:12: …`.
    package var failures: [String] = []
  }

  /// The bytes by path.
  private let files: [String: [UInt8]]

  /// The memory limit for the scripts of a file in bytes.
  package var memoryBytes = HeadlessScripts.memoryBytes

  /// The limit on processor time for all tests of a file together.
  package var timeLimit = Duration.seconds(10)

  /// Runs the specs, so that the caller remains responsive.
  private static let queue = DispatchQueue(label: "moonroute.bundles", attributes: .concurrent)

  package init(of bundle: ScriptBundle) { files = bundle.files }

  package init(of files: [String: [UInt8]]) { self.files = files }

  /// Runs the specs below a folder such as `spec/smoke/`.
  ///
  /// - Throws: `FileError` if the files cannot be written.
  @concurrent
  package func run(in folder: String) async throws(FileError) -> Result {
    let paths = files.keys.filter { $0.hasPrefix(folder) && $0.hasSuffix("_spec.lua") }
    guard !paths.isEmpty else { return Result() }
    let root = try unpack()
    defer { remove(root) }
    return await run(paths.sorted().map { "\(root)/\($0)" }, in: folder, of: root)
  }

  /// Writes the files to a temporary folder for as long as a function runs.
  ///
  /// - Throws: `FileError` if the files cannot be written.
  package func unpacked<Answer>(_ body: (_ root: String) -> Answer) throws(FileError) -> Answer {
    let root = try unpack()
    defer { remove(root) }
    return body(root)
  }

  private func run(_ paths: [String], in folder: String, of root: String) async -> Result {
    var runner = SpecRunner()
    runner.tools.fileTimeLimit = timeLimit
    runner.tools.start = { run in Self.queue.async { run() } }
    runner.memoryBytes = memoryBytes
    runner.loadsApplications = true
    runner.snapshots = .compare
    let found = Mutex<[SpecResult]>([])
    var result = Result()
    result.summary = await runner.run(paths) { event in
      if case .ended(let result) = event { found.withLock { $0.append(result) } }
    }
    for failure in found.withLock({ $0 }) where failure.hasFailed {
      result.failures.append(Self.words(of: failure).replacing("\(root)/", with: ""))
    }
    if result.summary.testCount == 0 {
      result.failures.append("\(folder): no file has a test that runs.")
    }
    return result
  }

  private static func words(of failure: SpecResult) -> String {
    let place = failure.diagnostics.trace.first { $0.contains("_spec.lua:") }
    return
      "\(place ?? "\(failure.file):\(failure.line)"): '\(failure.name)': \(failure.message ?? "")"
  }

  /// Writes the files to a new folder, and returns its path.
  private func unpack() throws(FileError) -> String {
    let root =
      FileManager.default.temporaryDirectory.path(percentEncoded: false)
      + "moonroute-bundle-\(UUID().uuidString)"
    do throws(FileError) {
      try FileWriter.named.makeFolder(root, isPrivate: true)
      let writer = FileWriter(below: [root], limit: ScriptBundle.fileBytes)
      for (path, bytes) in files { try writer.write(bytes, to: "\(root)/\(path)") }
    } catch {
      remove(root)
      throw error
    }
    return root
  }

  /// Removes the files and the folders that ``unpack()`` made.
  private func remove(_ root: String) {
    let writer = FileWriter(below: [root], limit: 0)
    var folders: Set<String> = []
    for path in files.keys {
      try? writer.remove("\(root)/\(path)")
      var folder = path[...]
      while let slash = folder.lastIndex(of: "/") {
        folder = folder[..<slash]
        folders.insert(String(folder))
      }
    }
    for folder in folders.sorted(by: >) { try? writer.remove("\(root)/\(folder)") }
    try? FileWriter.named.remove(root)
  }
}
