import Dispatch
import ScriptHost
package import ScriptTesting
import Synchronization

extension JourneyFolder {
  /// Runs the journeys, so that callers such as a prompt remain responsive.
  private static let queue = DispatchQueue(label: "moonroute.journeys", attributes: .concurrent)

  /// Runs a journey as `moonroute test` does.
  @concurrent
  package func run(_ name: String, coverage: SpecCoverage? = nil) async -> JourneyResult {
    let file = "\(root)/\(Self.path(of: name))"
    guard reader.holds(file) else {
      return JourneyResult(status: .failed, message: "There is no file '\(Self.path(of: name))'.")
    }
    var runner = SpecRunner()
    runner.tools.fileTimeLimit = timeLimit
    runner.tools.start = { run in Self.queue.async { run() } }
    runner.memoryBytes = memoryBytes
    runner.loadsApplications = true
    runner.snapshots = .compare
    runner.coverage = coverage
    let results = Mutex<[SpecResult]>([])
    _ = await runner.run([file]) { event in
      if case .ended(let result) = event { results.withLock { $0.append(result) } }
    }
    return result(of: results.withLock { $0 }, file)
  }

  private func result(of all: [SpecResult], _ file: String) -> JourneyResult {
    guard let wrong = all.first(where: \.hasFailed) else {
      guard all.contains(where: { $0.isTest && $0.status == .passed }) else {
        return JourneyResult(status: .failed, message: "The file has no test that runs.")
      }
      return JourneyResult(status: .passed)
    }
    let place = wrong.diagnostics.trace.first { $0.contains(Self.ending + ":") }
    let line = place?.split(separator: ":").last.flatMap { Int($0) }
    return JourneyResult(
      status: .failed,
      line: line ?? (wrong.line > 0 ? wrong.line : nil),
      step: line.flatMap { step(at: $0, of: file) } ?? wrong.diagnostics.code,
      message: wrong.message
    )
  }

  private func step(at line: Int, of file: String) -> String? {
    guard let bytes = try? reader.bytes(of: file) else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1) else { return nil }
    return String(decoding: lines[line - 1].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
  }
}
