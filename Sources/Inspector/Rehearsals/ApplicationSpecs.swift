import TextTools

#if Inspector
import MessageStream
import Moonroute
import Rehearsal
import ScriptHost
import ScriptReports
import ScriptTesting
import Synchronization

/// The specs of an application, as `moonroute test` finds them, without its journeys.
struct ApplicationSpecs: Sendable {
  struct Result: Sendable {
    let file: String
    var tests = 0
    var failures = 0

    var json: JSON {
      .fields(
        ("file", .text(file)),
        ("status", .text(failures == 0 ? "passed" : "failed")),
        ("tests", .int(tests)),
        ("failures", .int(failures))
      )
    }
  }

  /// The application's folder with resolved symbolic links.
  private let root: String

  let files: [String]

  init(of inspected: InspectedApplication) throws {
    guard let folder = inspected.host?.folder, let root = FileReader.realPath(folder) else {
      throw Refusal(422, .missingFile, "The scripts have no folder, so there are no specs.")
    }
    self.root = root
    do {
      let journeys = "\(root)/\(JourneyFolder.place)"
      files = try SpecFinder().files(in: [root]).filter { $0.path(below: journeys) == nil }
    } catch {
      throw Refusal(422, .valueTooLarge, "\(error)")
    }
  }

  /// Reports after each file the number of finished files, the result and all route hits so far.
  func run(_ report: (Int, Result, RouteHits) -> Void) async {
    var hits = RouteHits()
    for (index, file) in files.enumerated() where !Task.isCancelled {
      let coverage = SpecCoverage()
      var runner = SpecRunner()
      runner.loadsApplications = true
      runner.snapshots = .compare
      runner.coverage = coverage
      let path = file.path(below: root) ?? file
      let result = Mutex(Result(file: path))
      _ = await runner.run([file]) { event in
        guard case .ended(let ended) = event else { return }
        result.withLock { result in
          if ended.isTest { result.tests += 1 }
          if ended.hasFailed { result.failures += 1 }
        }
      }
      hits.add(RouteHits(coverage, of: root))
      report(index + 1, result.withLock { $0 }, hits)
    }
  }
}
#endif
