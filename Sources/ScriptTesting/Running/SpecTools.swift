package import Rehearsal
package import ScriptHost

/// The wishes of tools that look at specs from outside, such as a debugger.
package struct SpecTools: Sendable {
  /// Called with the host of each file's application before anything is loaded; not for a run that
  /// only lists tests.
  package var whenMade: (@Sendable (ScriptHost) -> Void)?

  /// Notes which lines of the scripts each test ran; `nil`: nothing does.
  package var footprints: SpecFootprints?

  /// Texts that stand for scripts of applications, by the path of each, its folder included; nothing
  /// is written.
  package var standIns: [String: [UInt8]] = [:]

  /// The processor time that all tests of a file may take together; `nil`, the default: any.
  package var fileTimeLimit: Duration?

  /// Makes tables of who may open what, for `access` and `assert.access`; `nil`: there are none.
  package var access: SpecAccess?

  /// Starts what runs the jobs of each file: a prompt that goes on meanwhile needs the threads of
  /// tasks itself.
  ///
  /// Default: in a task.
  package var start = RehearsalExecutor.startInTask

  /// Wishes nothing.
  package init() {}
}
