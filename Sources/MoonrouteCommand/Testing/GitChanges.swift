#if Command
/// Asks git for the files and lines that have changed since a commit, including untracked files.
struct GitChanges {
  /// The reason why git cannot answer.
  enum GitError: Error, CustomStringConvertible {
    case noGit(String)
    case noRepository(String)
    case unknown(String, String)
    case failed

    var description: String {
      switch self {
      case .noGit(let option): "\(option) needs git, but there is no program 'git'. Install it."
      case .noRepository(let option):
        "\(option) needs git, but this folder is not in a git repository. Run it in one, or without"
          + " \(option)."
      case .unknown(let name, let option):
        "git does not know the commit '\(name)'. Name a commit, a branch or a tag: \(option)=main."
      case .failed: "git could not list the changed files. Run 'git status' to see why."
      }
    }
  }

  /// The absolute paths, including deleted files.
  let paths: Set<String>

  private let folder: String

  /// The hash of the commit, or `nil` before the first one.
  private let commit: String?

  /// Runs git in the current folder.
  ///
  /// - Parameters:
  ///   - name: A commit, a branch or a tag.
  ///   - option: The option of the command, for messages.
  /// - Throws: ``GitError``.
  init(since name: String, asOption option: String = "--changed") throws(GitError) {
    guard let top = try? ChildProcess.run("git", ["rev-parse", "--show-toplevel"]),
      top.status != 127
    else { throw .noGit(option) }
    guard top.status == 0, let line = Self.lines(top.output, 0x0A).first else {
      throw .noRepository(option)
    }
    let folder = String(decoding: line, as: UTF8.self)
    let commit = try? ChildProcess.run(
      "git",
      ["rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}"]
    )
    var questions = [["ls-files", "-z", "--others", "--exclude-standard"]]
    let hash = commit.flatMap { $0.status == 0 ? Self.lines($0.output, 0x0A).first : nil }
      .map { String(decoding: $0, as: UTF8.self) }
    if let hash {
      questions.append(
        [
          "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv",
          "--ignore-submodules", hash, "--",
        ]
      )
    } else if name == "HEAD" {
      // Nothing is committed yet, so everything is new.
      questions.append(["ls-files", "-z", "--cached"])
    } else {
      throw .unknown(name, option)
    }
    var paths: Set<String> = []
    for question in questions {
      guard
        let answer = try? ChildProcess.run(
          "git",
          ["-C", folder] + ChildProcess.quietGit + question
        ),
        answer.status == 0
      else {
        throw .failed
      }
      for path in Self.lines(answer.output, 0) {
        paths.insert(folder + "/" + String(decoding: path, as: UTF8.self))
      }
    }
    self.paths = paths
    self.folder = folder
    self.commit = hash
  }

  /// Asks git for the changed lines, with their current numbers.
  ///
  /// For removed lines, the neighbouring lines count. For an untracked file, every line counts.
  ///
  /// - Returns: The lines by the absolute path of each file.
  /// - Returns: The lines by the absolute path of each file.
  /// - Throws: ``GitError/failed``.
  func lines() throws(GitError) -> [String: [ClosedRange<Int>]] {
    var lines: [String: [ClosedRange<Int>]] = [:]
    for path in paths where path.hasSuffix(".lua") {
      guard let commit else {
        lines[path] = [1...Int.max]
        continue
      }
      let question = [
        "diff", "--unified=0", "--no-color", "--no-renames", "--no-ext-diff", "--no-textconv",
        commit, "--", path,
      ]
      guard
        let answer = try? ChildProcess.run(
          "git",
          ["-C", folder] + ChildProcess.quietGit + question
        ),
        answer.status == 0
      else { throw .failed }
      let hunks = Self.lines(answer.output, 0x0A).compactMap(Self.range(ofHunk:))
      lines[path] = answer.output.isEmpty ? [1...Int.max] : hunks
    }
    return lines
  }

  /// The current lines of a hunk, from its header: `@@ -3,2 +4,5 @@`.
  private static func range(ofHunk line: ArraySlice<UInt8>) -> ClosedRange<Int>? {
    guard line.starts(with: "@@ -".utf8) else { return nil }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard words.count > 2, words[2].hasPrefix("+") else { return nil }
    let numbers = words[2].dropFirst().split(separator: ",").compactMap { Int($0) }
    guard let first = numbers.first else { return nil }
    let count = numbers.count > 1 ? numbers[1] : 1
    return count == 0 ? first...(first + 1) : first...(first + count - 1)
  }

  private static func lines(_ bytes: [UInt8], _ end: UInt8) -> [ArraySlice<UInt8>] {
    bytes.split(separator: end)
  }
}
#endif
