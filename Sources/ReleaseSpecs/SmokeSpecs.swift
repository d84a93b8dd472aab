#if Releases
import ScriptHost
public import ScriptReleases
import ScriptTesting

extension ReleaseCheck {
  /// The specs of a release below `spec/smoke` must pass.
  ///
  /// They run in a separate host with `headless.lua` of the release, in virtual time. A function of
  /// the program that has no stub there raises an error. A release without such specs passes.
  ///
  /// - Parameters:
  ///   - time: The processor time that the tests of a file may use together. Default: 2 s.
  ///   - memoryLimit: The maximum memory of the scripts of a file in bytes. Default: 64 MiB.
  /// - Returns: The check.
  public static func smokeSpecs(
    within time: Duration = .seconds(2),
    memoryLimit: Int = 64 << 20
  ) -> ReleaseCheck {
    ReleaseCheck { bundle in
      var specs = BundleSpecs(of: bundle)
      (specs.timeLimit, specs.memoryBytes) = (time, memoryLimit)
      do {
        return try await specs.run(in: ScriptBundle.specFolders[0]).failures.first
      } catch {
        return "\(error)"
      }
    }
  }
}
#endif
