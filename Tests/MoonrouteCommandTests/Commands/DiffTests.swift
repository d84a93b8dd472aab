#if Command
import Foundation
import Testing

/// `moonroute diff`: its versions, its output and its exit status.
struct DiffTests {
  private static let old = """
    router.route { name = "home", path = "/", view = "Home" }
    router.route { name = "old", path = "/old", view = "Old" }

    """
  private static let new = #"router.route { name = "home", path = "/", view = "Home" }"# + "\n"

  /// A repository with the old version in the folder `app`, committed as `main`.
  private static func repository(_ files: [String: String] = [:]) async throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(["main.lua": old].merging(files) { $1 }, in: "app")
    try await git("git init -q -b main . && \(commit)", in: scratch)
    return scratch
  }

  private static let commitIndex =
    "git -c user.name=a -c user.email=a@b.c commit -q --no-gpg-sign -m a"
  private static let commit = "git add -A && \(commitIndex)"

  private static func git(_ line: String, in scratch: Scratch) async throws {
    let run = try await CommandRun.shell(line, in: scratch.folder)
    #expect(run.status == 0, "\(line): \(run.errors)")
  }

  private static func diff(
    _ arguments: [String],
    in scratch: Scratch,
    environment: [String: String] = [:]
  ) async throws -> CommandRun {
    try await CommandRun.moonroute(
      ["diff"] + arguments,
      in: scratch.folder,
      environment: environment
    )
  }

  private static let dead = """
    BREAKS
      /old used to open 'old' and now leads nowhere: main.lua no longer has its
      rule.
    ALSO CHANGED
      removed  old (/old)
    No other differences in 2 locations, 1 person and 2 links.

    """

  @Test func `the last commit is compared with the current files`() async throws {
    let scratch = try await Self.repository()
    defer { scratch.remove() }
    let same = try await Self.diff(["app"], in: scratch)
    #expect(same.status == 0 && same.errors == "")
    #expect(same.output == "No differences: both versions have the same files.\n")
    try scratch.write(["main.lua": Self.new], in: "app")
    let run = try await Self.diff(["app"], in: scratch)
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output == "HEAD and the current files: 1 of 2 routes is unchanged\n" + Self.dead
    )
    #expect(try await Self.diff(["app"], in: scratch).output == run.output)
    let strict = try await Self.diff(["app", "--strict"], in: scratch)
    #expect(strict.status == 1 && strict.output == run.output)
    let json = try await Self.diff(["app", "--strict", "--json"], in: scratch)
    #expect(json.status == 1 && json.lines.count == 3)
    let markdown = try await Self.diff(["app", "--format", "markdown"], in: scratch)
    #expect(markdown.output.hasPrefix("<!-- moonroute-diff -->\n### Moonroute: 1 broken\n"))
  }

  @Test func `a commit is read without a checkout, and nothing is written`() async throws {
    let scratch = try await Self.repository(["spec/a_spec.lua": "it('a', function() end)\n"])
    defer { scratch.remove() }
    func files() throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: scratch.folder.path).sorted()
    }
    try scratch.write(["main.lua": Self.new], in: "app")
    let before = try files()
    let index = try Data(contentsOf: scratch[".git/index"])
    #expect(try await Self.diff(["app", "main"], in: scratch).status == 0)
    #expect(try files() == before)
    #expect(try Data(contentsOf: scratch[".git/index"]) == index)
  }

  @Test func `the settings of check are those of the version, from a commit and from a folder`()
    async throws
  {
    let mistake = Self.old + "local unused = 1\n"
    let off = #"{"check":{"unused_local":"off"}}"#
    let scratch = try await Self.repository(["main.lua": mistake, ".moonroute.json": off])
    defer { scratch.remove() }
    let same = try await Self.diff(["app"], in: scratch)
    #expect(same.output == "No differences: both versions have the same files.\n")
    try scratch.write(["main.lua": mistake + "local other = 1\n"], in: "app")
    let none = try await Self.diff(["app"], in: scratch)
    #expect(none.output == "No differences in 2 locations, 1 person and 2 links.\n")
    try scratch.write([".moonroute.json": "{}"], in: "app")
    let found = try await Self.diff(["app", "--only", "new_finding"], in: scratch)
    #expect(found.output.contains("A new warning of check: 'unused' is never used."))
    #expect(found.output.contains("A new warning of check: 'other' is never used."))
  }

  @Test func `commits, branches and folders are versions`() async throws {
    let scratch = try await Self.repository()
    defer { scratch.remove() }
    try await Self.git("cp -r app kept && git checkout -q -b work", in: scratch)
    try scratch.write(["main.lua": Self.new], in: "app")
    try await Self.git("git add app && \(Self.commit)", in: scratch)
    try scratch.write(["solo.lua": Self.new, "solo_old.lua": Self.old])
    for (arguments, title) in [
      (["app", "main"], "main and the current files"),
      (["app", "main..."], "main...work, 1 commit"),
      (["app", "main", "HEAD"], "main and HEAD"),
      (["app", "kept"], "kept and the current files"),
      (["app", "HEAD~1", "app"], "HEAD~1 and app"),
      (["app", "git:main"], "git:main and the current files"),
    ] {
      let run = try await Self.diff(arguments, in: scratch)
      #expect(
        run.output == "\(title): 1 of 2 routes is unchanged\n" + Self.dead,
        "\(run.errors)"
      )
    }
    let inside = try await CommandRun.moonroute(["diff", "main"], in: scratch["app"])
    #expect(inside.output.hasPrefix("main and the current files: 1 of 2"))
    let solo = try await Self.diff(["solo.lua", "solo_old.lua", "solo.lua"], in: scratch)
    #expect(solo.output.contains("/old used to open 'old' and now leads nowhere"))
    // A file of the same name wins.
    try scratch.write(["main/main.lua": Self.new])
    let folder = try await Self.diff(["app", "main"], in: scratch)
    #expect(folder.output == "No differences: both versions have the same files.\n")
    let forced = try await Self.diff(["app", "git:main"], in: scratch)
    #expect(forced.output.contains("BREAKS"))
    // Two commits with the same folder are not even loaded.
    try scratch.write(["other.txt": "x"])
    try await Self.git("git add other.txt && \(Self.commit)", in: scratch)
    let same = try await Self.diff(["app", "HEAD~1", "HEAD"], in: scratch)
    #expect(same.output == "No differences: both versions have the same files.\n")
  }

  @Test func `scripts that do not load give the different files, and status 2`() async throws {
    let scratch = try await Self.repository()
    defer { scratch.remove() }
    try scratch.write(["main.lua": "error('no')\n", "more.lua": "return 1\n"], in: "app")
    let run = try await Self.diff(["app"], in: scratch)
    #expect(run.status == 2)
    #expect(
      run.output == """
        The scripts of the current files do not load: main.lua:1: no. Only the files
        were compared.
          added    more.lua
          changed  main.lua

        """
    )
    let json = try await Self.diff(["app", "--json"], in: scratch)
    #expect(json.status == 2)
    #expect(
      json.lines.last?
        .contains(
          #""files":{"added":["more.lua"],"removed":[],"changed":["main.lua"]}"#
        ) == true
    )
  }

  @Test(arguments: [
    ("app nowhere", "No file or folder has the name 'nowhere', and git does not know a commit"),
    ("nowhere", "No file or folder has the name 'nowhere', and git does not know a commit"),
    ("app -- --help", "No file or folder has the name '--help', and git does not know a commit"),
    ("app git:-x", "No file or folder has the name '-x', and git does not know a commit"),
    ("app git:--output=x", "No file or folder has the name '--output=x', and git does not know"),
    ("app main:app", "No file or folder has the name 'main:app', and git does not know a commit"),
    ("app a b c", "diff takes an application and two versions, but got 4 arguments."),
    ("app --only doors", "--only takes kinds of differences, but got 'doors'."),
    ("app --only door_open", "but got 'door_open'. Did you mean 'door_opens'?"),
    ("app --only ,", "--only takes kinds of differences. Leave it out for all."),
    ("app --json --format markdown", "--json and --format both choose the format."),
    ("app --unsafe", "'diff' opens everything many times. Leave out --unsafe."),
    ("app --storage s", "'diff' keeps resources in memory. Leave out --storage."),
    ("app --persona mei", "There is no persona 'mei'."),
    ("app --links nowhere.txt", "cannot read 'nowhere.txt'"),
  ])
  func `invalid usage is status 2`(_ line: String, _ words: String) async throws {
    let scratch = try await Self.repository()
    defer { scratch.remove() }
    try scratch.write(["main.lua": Self.new], in: "app")
    let run = try await Self.diff(line.split(separator: " ").map(String.init), in: scratch)
    #expect(run.status == 2, "\(run.output)")
    #expect(run.errors.contains(words), "\(run.errors)")
  }

  @Test func `git is only needed for a commit`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.write(["a/main.lua": Self.old, "b/main.lua": Self.new])
    let outside = ["PATH": "/nowhere", "GIT_CEILING_DIRECTORIES": scratch.folder.path]
    let folders = try await Self.diff(["b", "a"], in: scratch, environment: outside)
    #expect(folders.status == 0 && folders.output.hasSuffix(Self.dead), "\(folders.errors)")
    let commit = try await Self.diff(["b", "main"], in: scratch, environment: outside)
    #expect(commit.status == 2)
    #expect(
      commit.errors.contains(
        "moonroute diff needs git to read 'main'. A folder does not need git."
      )
    )
    let none = try await Self.diff(
      ["b", "main"],
      in: scratch,
      environment: ["GIT_CEILING_DIRECTORIES": scratch.folder.deletingLastPathComponent().path]
    )
    #expect(none.status == 2)
    #expect(none.errors.contains("and this folder is not in a git repository."))
  }

  @Test func `submodules, links, LFS pointers and invalid names are left out by name`()
    async throws
  {
    let scratch = try await Self.repository([
      "big.lua": """
      version https://git-lfs.github.com/spec/v1
      oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
      size 12345

      """
    ])
    defer { scratch.remove() }
    let hash = String(repeating: "1", count: 40)
    try await Self.git(
      "ln -s main.lua app/link.lua && printf 'return 1' > \"$(printf 'app/\\377.lua')\""
        + " && git add -A && git update-index --add --cacheinfo 160000,\(hash),app/sub"
        + " && \(Self.commitIndex)",
      in: scratch
    )
    let run = try await Self.diff(["app", "git:main"], in: scratch)
    for words in [
      "big.lua: its contents are in Git LFS", "link.lua: it is a link", "sub: it is a submodule",
      "\u{FFFD}.lua: its name is not UTF-8",
    ] {
      #expect(run.errors.contains(": \(words)\n"), "\(run.errors)")
    }
  }

  @Test func `a script that is not UTF-8 is compared by its bytes`() async throws {
    let scratch = try await Self.repository()
    defer { scratch.remove() }
    let text = Array(Self.old.utf8)
    try Data(text + Array("-- ".utf8) + [0xFF]).write(to: scratch["app/main.lua"])
    try await Self.git(Self.commit, in: scratch)
    let same = try await Self.diff(["app"], in: scratch)
    #expect(same.output == "No differences: both versions have the same files.\n")
    try Data(text + Array("-- ".utf8) + [0xFE]).write(to: scratch["app/main.lua"])
    let other = try await Self.diff(["app"], in: scratch)
    #expect(other.output == "No differences in 2 locations, 1 person and 2 links.\n")
  }

  @Test func `a commit with too many scripts is refused`() async throws {
    let scratch = try await Self.repository()
    defer { scratch.remove() }
    try await Self.git(
      "for i in $(seq 5000); do echo > app/m$i.lua; done; \(Self.commit)",
      in: scratch
    )
    for arguments in [["app", "HEAD"], ["app", "HEAD~1"]] {
      let run = try await Self.diff(arguments, in: scratch)
      #expect(run.status == 2)
      #expect(run.errors.contains("has 5001 scripts; at most 5000 can be compared."))
    }
  }

  @Test func `a version with too much text is refused`() async throws {
    let scratch = try await Self.repository()
    defer { scratch.remove() }
    try await Self.git(
      "for i in 1 2 3; do head -c 23000000 /dev/zero > app/m$i.lua; done; \(Self.commit)",
      in: scratch
    )
    for version in ["HEAD", "HEAD~1"] {
      let run = try await Self.diff(["app", version], in: scratch)
      #expect(run.status == 2)
      #expect(run.errors.contains("have more than 64 MiB together."), "\(run.errors)")
    }
  }

  @Test func `a git that never answers is stopped`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.write(["app/main.lua": Self.old, "bin/git": "#!/bin/sh\nexec sleep 600\n"])
    let git = scratch["bin/git"].path
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: git)
    let run = try await Self.diff(
      ["app", "main"],
      in: scratch,
      environment: ["PATH": "\(scratch["bin"].path):/usr/bin:/bin"]
    )
    #expect(run.status == 2)
    #expect(run.errors.contains("git did not read 'main' within 10 seconds."), "\(run.errors)")
  }
}
#endif
