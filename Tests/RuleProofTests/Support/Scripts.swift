import ScriptHost

@testable import RuleProof

/// Scripts of some texts.
enum Scripts {
  /// Scripts of one file.
  static func of(_ main: String) -> TrialScripts { of(["main.lua": main]) }

  /// Scripts of some files.
  static func of(_ files: [String: String]) -> TrialScripts {
    TrialScripts(files.mapValues { Array($0.utf8) }) { application in
      try ScriptHost(scripts: .files(files), in: application, runsHeadless: true) {
        $0.log = { _ in }
      }
    }
  }
}
