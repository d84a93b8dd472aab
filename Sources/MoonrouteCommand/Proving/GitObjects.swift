#if Command
/// Reads commits of a git repository without a checkout, and writes nothing.
struct GitObjects {
  /// The reason why git cannot read a commit.
  enum Failure: Error {
    case noGit
    case noRepository
    case unknown
    case tooLarge
    case tooLate
    case other(String)

    /// The message about a commit.
    func words(_ name: String) -> String {
      switch self {
      case .noGit:
        "moonroute diff needs git to read '\(name)'. A folder does not need git."
      case .noRepository:
        "No file or folder has the name '\(name)', and this folder is not in a git repository."
      case .unknown:
        "No file or folder has the name '\(name)', and git does not know a commit with this name."
      case .tooLarge:
        "The scripts of '\(name)' have more than \(ChildProcess.byteLimit >> 20) MiB together."
      case .tooLate: "git did not read '\(name)' within \(GitObjects.seconds) seconds."
      case .other(let words): words
      }
    }
  }

  struct File {
    let path: String
    let object: String
  }

  /// The maximum time of all calls together.
  fileprivate static let seconds = 10

  private let folder: String
  private let deadline = ContinuousClock.now + .seconds(seconds)

  /// Creates a reader of a folder in the working tree.
  init(in folder: String) { self.folder = folder }

  /// The hash of a commit; `main...` is the merge base of `main` and the current commit.
  func commit(_ name: String) throws(Failure) -> String {
    guard try run(["rev-parse", "--show-toplevel"]).status == 0 else { throw .noRepository }
    guard name.hasSuffix("...") else { return try resolve(name) }
    let other = try resolve(String(name.dropLast(3)))
    let base = try run(["merge-base", other, try resolve("HEAD")])
    guard base.status == 0, let hash = Self.line(base) else { throw .unknown }
    return hash
  }

  private func resolve(_ name: String) throws(Failure) -> String {
    let found = try run(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}"]
    )
    guard found.status == 0, let hash = Self.line(found) else { throw .unknown }
    return hash
  }

  /// The object of the folder in a commit.
  func tree(of commit: String) throws(Failure) -> String? {
    Self.line(try run(["rev-parse", "--verify", "--quiet", commit + ":./"]))
  }

  /// The files below the folder, and the entries that are not files.
  func files(of commit: String) throws(Failure) -> (files: [File], leftOut: [String]) {
    let listed = try run(["ls-tree", "-r", "-z", commit])
    guard listed.status == 0 else { throw .other("git cannot list the files of the commit.") }
    var files: [File] = []
    var leftOut: [String] = []
    for entry in listed.output.split(separator: 0) {
      guard let tab = entry.firstIndex(of: UInt8(ascii: "\t")) else { continue }
      let words = String(decoding: entry[..<tab], as: UTF8.self).split(separator: " ")
      let path = String(decoding: entry[(tab + 1)...], as: UTF8.self)
      guard words.count == 3 else { continue }
      switch words[0] {
      case "160000": leftOut.append("\(path): it is a submodule")
      case "120000": leftOut.append("\(path): it is a link")
      case _ where !path.utf8.elementsEqual(entry[(tab + 1)...]):
        leftOut.append("\(path): its name is not UTF-8")
      default: files.append(File(path: path, object: String(words[2])))
      }
    }
    return (files, leftOut)
  }

  /// The contents of objects, in their order.
  func blobs(_ objects: [String]) throws(Failure) -> [[UInt8]] {
    let input = objects.map { $0 + "\n" }.joined()
    let answer = try run(["cat-file", "--batch"], input: Array(input.utf8))
    var rest = answer.output[...]
    var blobs: [[UInt8]] = []
    for object in objects {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { break }
      let head = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      rest = rest[(end + 1)...]
      guard head.count == 3, let size = Int(head[2]), size >= 0, size < rest.count else {
        throw .other("git cannot read the object \(object).")
      }
      blobs.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size + 1)
    }
    guard blobs.count == objects.count else { throw .other("git ended too early.") }
    return blobs
  }

  var currentBranch: String? {
    (try? run(["rev-parse", "--abbrev-ref", "HEAD"])).flatMap(Self.line)
  }

  /// The number of commits from another commit to the current one.
  func commitCount(since commit: String) -> Int? {
    (try? run(["rev-list", "--count", "\(commit)..HEAD"])).flatMap(Self.line).flatMap { Int($0) }
  }

  private func run(
    _ arguments: [String],
    input: [UInt8] = []
  ) throws(Failure) -> ChildProcess {
    do throws(ChildProcess.Failure) {
      let all = ["-C", folder] + ChildProcess.quietGit + arguments
      let answer = try ChildProcess.run("git", all, input: input, until: deadline)
      guard answer.status != 127 else { throw .notStarted }
      return answer
    } catch {
      switch error {
      case .notStarted: throw .noGit
      case .tooLarge: throw .tooLarge
      case .tooLate: throw .tooLate
      }
    }
  }

  /// The first line of a successful answer.
  private static func line(_ answer: ChildProcess) -> String? {
    guard answer.status == 0 else { return nil }
    return answer.output.split(separator: UInt8(ascii: "\n")).first
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
#endif
