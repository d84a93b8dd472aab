import ScriptTesting

/// The end of one change.
package struct ChangeResult: Sendable {
  /// The ways in which a change ends.
  package enum Status: String, Sendable, CaseIterable {
    /// A spec failed.
    case noticed
    /// A spec failed because something computed for too long, as in a loop without end.
    case timedOut = "timed_out"
    /// Every spec held.
    case unnoticed
    /// No spec runs what was changed.
    case uncovered
    /// No spec noticed it, and a comment says why: it makes no difference.
    case equivalent
    /// The application does not load with it, so nothing can be said.
    case unloaded
    /// There was no time left.
    case untried
  }

  /// A test.
  package struct Spec: Sendable, Hashable {
    package let file: String
    /// The line, or 0 when it is not known.
    package let line: Int
    /// The full name.
    package let name: String

    /// The place, as `file:line`.
    package var place: String { line > 0 ? "\(file):\(line)" : file }
  }

  /// The folder of the application.
  let folder: String
  package let change: RuleChange
  /// How it ended.
  package internal(set) var status: Status
  /// The test that noticed it; else the one that runs nearest to it, if any.
  package let spec: Spec?

  /// The place of the change, as `file:line`.
  package var place: String { "\(path):\(change.line)" }

  /// The path of the script, as seen from the current folder.
  package var path: String { SpecRunner.shown("\(folder)/\(change.file)") }
}

extension ChangeResult.Spec {
  init(_ result: SpecResult) {
    self.init(file: result.file, line: result.line, name: result.name)
  }

  init(_ test: SpecFootprints.Test) {
    self.init(file: test.file, line: test.line, name: test.name)
  }
}

/// A number of changes, and how many of them specs noticed.
package struct MutationScore: Sendable, Equatable {
  /// The changes that a spec noticed, those that ran out of time included.
  package private(set) var noticed = 0
  /// The changes that no spec noticed, those that none runs included.
  package private(set) var unnoticed = 0
  /// The changes that make no difference, as a comment says.
  package private(set) var equivalent = 0
  /// The changes with which the application does not load.
  package private(set) var unloaded = 0
  /// The changes for which there was no time.
  package private(set) var untried = 0
  /// The changes among the noticed ones that ran out of time.
  package private(set) var timedOut = 0

  /// Counts results.
  package init(of results: some Sequence<ChangeResult>) {
    for result in results {
      switch result.status {
      case .noticed: noticed += 1
      case .timedOut:
        noticed += 1
        timedOut += 1
      case .unnoticed, .uncovered: unnoticed += 1
      case .equivalent: equivalent += 1
      case .unloaded: unloaded += 1
      case .untried: untried += 1
      }
    }
  }

  /// The changes that count.
  package var counted: Int { noticed + unnoticed }

  /// The part of them that was noticed, in tenths of a percent, rounded down; `nil` when none counts.
  package var perMille: Int? { counted == 0 ? nil : noticed * 1_000 / counted }

  /// The part in words, such as `95.2 %`.
  package var percent: String {
    guard let perMille else { return "-" }
    return "\(perMille / 10).\(perMille % 10) %"
  }
}

/// The ends of all changes of a run.
package struct MutationReport: Sendable {
  /// The results, by application, file and place.
  package let results: [ChangeResult]

  /// The comments that name no change which is unnoticed, as `file:line`.
  package let unusedComments: [String]

  /// The tests of the run without a change.
  package let testCount: Int

  package var guards: MutationScore {
    MutationScore(of: results.lazy.filter { $0.change.rule == .guard })
  }

  /// The score of all other rules.
  package var others: MutationScore {
    MutationScore(of: results.lazy.filter { $0.change.rule != .guard })
  }

  /// Whether no change stayed unnoticed, of those that could be tried.
  package var isGreen: Bool {
    let all = MutationScore(of: results)
    return all.unnoticed == 0 && (all.untried == 0 || all.untried < results.count)
  }
}
