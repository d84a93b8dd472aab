package import Rehearsal
package import ScriptHost

/// Options for tools that observe specs, such as a debugger.
package struct SpecTools: Sendable {
  /// Called with the host of each file's application before any script loads, unless tests are
  /// listed.
  package var whenMade: (@Sendable (ScriptHost) -> Void)?

  /// Records the lines that each test ran, if set.
  package var footprints: SpecFootprints?

  /// Texts that replace scripts, by the path of each including its folder; no file is written.
  package var standIns: [String: [UInt8]] = [:]

  /// The limit on processor time for all tests of a file together; `nil` by default, for no limit.
  package var fileTimeLimit: Duration?

  /// Starts the jobs of each file.
  ///
  /// A concurrent prompt replaces it, because it needs the task threads itself.
  ///
  /// Default: in a task.
  package var start = RehearsalExecutor.startInTask

  let searchChanges = SpecSearchChanges()

  package init() {}
}
