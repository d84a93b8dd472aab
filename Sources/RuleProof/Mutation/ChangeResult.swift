import ScriptTesting

package struct ChangeResult: Sendable {
  package enum Status: String, Sendable, CaseIterable {
    /// A spec failed.
    case noticed
    /// A spec failed because it exceeded its computing time, for example in an endless loop.
    case timedOut = "timed_out"
    /// All specs passed.
    case unnoticed
    /// No spec runs the changed code.
    case uncovered
    /// No spec noticed the change, and a comment says that it makes no difference.
    case equivalent
    /// The changed application does not load, so the result is unknown.
    case unloaded
    /// The time was over before this change.
    case untried
  }

  package struct Spec: Sendable, Hashable {
    package let file: String
    /// The line, or 0 if unknown.
    package let line: Int
    package let name: String

    /// The place as `file:line`.
    package var place: String { line > 0 ? "\(file):\(line)" : file }
  }

  let folder: String
  package let change: RuleChange
  package internal(set) var status: Status
  /// The test that noticed the change, or otherwise the nearest test, if any.
  package let spec: Spec?

  /// The place of the change, as `file:line`.
  package var place: String { "\(path):\(change.line)" }

  /// The path of the script relative to the current folder.
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

/// A number of changes, and the number that specs noticed.
package struct MutationScore: Sendable, Equatable {
  /// The changes that a spec noticed, including timed-out ones.
  package private(set) var noticed = 0
  /// The changes that no spec noticed, including uncovered ones.
  package private(set) var unnoticed = 0
  package private(set) var equivalent = 0
  package private(set) var unloaded = 0
  package private(set) var untried = 0
  /// The noticed changes that timed out.
  package private(set) var timedOut = 0

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

  package var counted: Int { noticed + unnoticed }

  /// The noticed share in tenths of a percent, rounded down; `nil` without counted changes.
  package var perMille: Int? { counted == 0 ? nil : noticed * 1_000 / counted }

  /// The share in words, such as `95.2 %`.
  package var percent: String {
    guard let perMille else { return "-" }
    return "\(perMille / 10).\(perMille % 10) %"
  }
}

/// The results of all changes of a run.
package struct MutationReport: Sendable {
  /// The results by application, file and place.
  package let results: [ChangeResult]

  /// The comments without a matching unnoticed change, as `file:line`.
  package let unusedComments: [String]

  /// The number of tests in the run without a change.
  package let testCount: Int

  package var guards: MutationScore {
    MutationScore(of: results.lazy.filter { $0.change.rule == .guard })
  }

  package var others: MutationScore {
    MutationScore(of: results.lazy.filter { $0.change.rule != .guard })
  }

  package var isGreen: Bool {
    let all = MutationScore(of: results)
    return all.unnoticed == 0 && (all.untried == 0 || all.untried < results.count)
  }
}
