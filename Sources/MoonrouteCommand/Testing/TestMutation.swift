#if Command
import RuleProof
import ScriptHost
import ScriptReports
import ScriptTesting
import TextTools

/// Changes the rules of the specs' applications and reports the changes that no spec notices.
struct TestMutation {
  let options: TestMutationOptions
  let format: SpecFormat
  let style: ReportStyle

  /// Returns whether the specs noticed every change.
  func run(_ files: [String], _ runner: SpecRunner, _ sink: TestSink) async throws -> Bool {
    var run = MutationRun(runner)
    run.jobs = runner.jobs
    run.time = options.mutateTime.map { .milliseconds(max(1, Int64($0 * 1000))) }
    if let commit = options.mutateSince {
      let changes: GitChanges
      do throws(GitChanges.GitError) {
        changes = try GitChanges(since: commit, asOption: "--mutate-since")
      } catch {
        Console.tell("moonroute: \(error)")
        throw ExitStatus.no
      }
      let lines = try changes.lines()
      run.isChosen = { path, rule in
        FileReader.realPath(path).flatMap { lines[$0] }.map { $0.contains(where: rule.overlaps) }
          ?? false
      }
    }
    if sink.isTerminal, StandardStream.environment("TERM") != "dumb" {
      run.whenTried = { sink.draw(TestProgress.drawn("\($0) of \($1) changes tried")) }
    }
    let report: MutationReport
    do throws(MutationError) {
      report = try await run.report(on: files)
    } catch {
      tell(error)
      return false
    }
    switch format {
    case .json: sink.write(MutationJSON(report).text)
    case .html: sink.write(MutationPage(report).text)
    default: sink.write(MutationText(report, style).text)
    }
    try sink.close()
    return report.isGreen
  }

  private func tell(_ refusal: MutationError) {
    switch refusal {
    case .specsFail(let results):
      for result in results.prefix(5) {
        let name = result.name == result.file ? nil : result.name
        let words = ["moonroute: \(result.place)", name, result.message].compactMap(\.self)
        Console.tell(words.joined(separator: ": ").printedLines.joined(separator: "\n"))
      }
      Console.tell("moonroute: the specs fail without any change. Fix them first.")
    case .noTests:
      Console.tell("moonroute: no test was selected, so none can notice a change.")
    case .noApplication:
      Console.tell(
        "moonroute: none of these specs belongs to an application with a main.lua, so there is no"
          + " rule to change."
      )
    case .unloaded(let folder, let problem):
      Console.tell("moonroute: '\(folder)' does not load.")
      Console.tell(problem.printedLines.joined(separator: "\n"))
    }
  }
}
#endif
