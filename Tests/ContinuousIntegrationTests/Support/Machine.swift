import Foundation
import TestSupport

/// A fake machine for `.ci/prepare`: its search path has only the commands in its folder.
struct Machine {
  let scratch: Scratch

  /// A Debian machine with a root user, with Swift and without Lua.
  init(_ scratch: Scratch) throws {
    self.scratch = scratch
    // A copy, because this checkout may contain a built Lua.
    for script in ["prepare", "environment"] { try scratch.copy(".ci/\(script)") }
    try FileManager.default.createDirectory(at: scratch["bin"], withIntermediateDirectories: true)
    let search = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    for tool in ["sh", "awk", "sed", "head", "cat", "grep", "dirname", "env", "touch"] {
      let found = search.split(separator: ":").map { "\($0)/\(tool)" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }
      if let found {
        try FileManager.default.createSymbolicLink(
          atPath: scratch["bin/\(tool)"].path,
          withDestinationPath: found
        )
      }
    }
    try add("uname", "echo Linux")
    try add("id", "echo 0")
    try add("swift", "echo 'Swift version 6.3.1 (swift-6.3.1-RELEASE)'")
    try add(
      "pkg-config",
      """
      test -e '\(installed)' || exit 1
      case "$*" in --exists*) ;; *lua5.4) echo 5.4.6 ;; *) exit 1 ;; esac
      """
    )
  }

  /// The file that marks Lua as installed.
  var installed: String { scratch["installed"].path }

  /// The file that records calls of installers, one per line.
  var callsFile: String { scratch["calls"].path }

  var calls: [Substring] { scratch.text(of: "calls").split(separator: "\n") }

  /// Adds or replaces a command in the search path.
  func add(_ name: String, _ text: String) throws { try scratch.script(text, to: "bin/\(name)") }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: scratch["bin/\(name)"])
  }

  /// Installs Lua, like an installer.
  func install() throws { try scratch.write("", to: "installed") }

  /// Adds an `apt-get` that installs Lua.
  func addAptGet() throws {
    try add(
      "apt-get",
      """
      echo "$DEBIAN_FRONTEND apt-get $*" >>'\(callsFile)'
      case "$*" in *install*) touch '\(installed)' ;; esac
      """
    )
  }

  func prepare(_ part: String...) throws -> ProgramRun {
    try ProgramRun(
      scratch["bin/sh"],
      [scratch[".ci/prepare"].path] + part,
      environment: ["PATH": scratch["bin"].path, "HOME": scratch.folder.path]
    )
  }
}
