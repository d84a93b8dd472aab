import Foundation
import TestSupport
import Testing

/// The commands of a target, as printed by `make -n`.
struct MakeTests {
  @Test(arguments: ["run", "bench"])
  func `a fresh clone does not wait for the inspector's server`(target: String) throws {
    var environment = ProcessInfo.processInfo.environment
    environment["MAKEFLAGS"] = nil
    let run = try ProgramRun(
      URL(filePath: "/usr/bin/env"),
      ["make", "-n", "-C", Scratch.root.path, target],
      environment: environment
    )
    #expect(run.status == 0)
    #expect(run.output.contains("--traits Command"))
    #expect(!run.output.contains("Inspector"))
  }
}
