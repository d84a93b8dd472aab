#if Command
/// Asks git which files have changed since a commit, those that it does not know yet included.
struct GitChanges {
  /// Why git cannot answer.
  enum Problem: Error, CustomStringConvertible {
    case noGit
    case noRepository
    case unknown(String)
    case failed

    /// The mistake and its remedy.
    var description: String {
      switch self {
      case .noGit: "--changed asks git, and there is no program 'git'. Install it."
      case .noRepository:
        "--changed asks git, and this folder is in no git repository. Run it in one, or without"
          + " --changed."
      case .unknown(let name):
        "git knows no commit '\(name)'. Name a commit, a branch or a tag: --changed=main."
      case .failed: "git did not answer which files have changed. Run 'git status' to see why."
      }
    }
  }

  /// The files as absolute paths, deleted ones included.
  let paths: Set<String>

  /// Asks git in the current folder.
  ///
  /// - Parameter name: A commit, a branch or a tag.
  /// - Throws: ``Problem``.
  init(since name: String) throws(Problem) {
    guard let top = ChildProcess.run("git", ["rev-parse", "--show-toplevel"]), top.status != 127
    else { throw .noGit }
    guard top.status == 0, let line = Self.lines(top.output, 0x0A).first else {
      throw .noRepository
    }
    let folder = String(decoding: line, as: UTF8.self)
    let commit = ChildProcess.run(
      "git",
      ["rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}"]
    )
    var questions = [["ls-files", "-z", "--others", "--exclude-standard"]]
    if let commit, commit.status == 0, let hash = Self.lines(commit.output, 0x0A).first {
      questions.append(
        [
          "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv",
          "--ignore-submodules", String(decoding: hash, as: UTF8.self), "--",
        ]
      )
    } else if name == "HEAD" {
      // Nothing is committed yet, so everything is new.
      questions.append(["ls-files", "-z", "--cached"])
    } else {
      throw .unknown(name)
    }
    var paths: Set<String> = []
    for question in questions {
      let options = ["-C", folder, "--no-optional-locks", "-c", "core.fsmonitor=false"]
      guard let answer = ChildProcess.run("git", options + question), answer.status == 0 else {
        throw .failed
      }
      for path in Self.lines(answer.output, 0) {
        paths.insert(folder + "/" + String(decoding: path, as: UTF8.self))
      }
    }
    self.paths = paths
  }

  private static func lines(_ bytes: [UInt8], _ end: UInt8) -> [ArraySlice<UInt8>] {
    bytes.split(separator: end)
  }
}
#endif
