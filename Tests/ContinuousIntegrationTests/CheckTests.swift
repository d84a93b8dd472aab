import Foundation
import TestSupport
import Testing

/// `.ci/check-imports` and `.ci/check-paths`: each must find planted violations in a copy.
struct CheckTests {
  struct Planted: Sendable, CustomTestStringConvertible {
    let path: String
    let text: String
    /// The message of the check, or `nil` if it must not report the file.
    var words: String?

    init(_ path: String, _ text: String, _ words: String? = nil) {
      self.path = path
      self.text = text
      self.words = words
    }

    var testDescription: String { "\(path): \(text)" }
  }

  static let planted = [
    Planted("Sources/TextTools/New.swift", "import Synchronization", "TextTools imports nothing"),
    Planted(
      "Sources/RoutePatterns/New.swift",
      "import Foundation",
      ".swift:1:import Foundation"
    ),
    Planted("Sources/RoutePatterns/New.swift", "internal import Glibc", "RoutePatterns imports"),
    Planted("Sources/RoutePatterns/New.swift", "import Moonroute", "RoutePatterns imports"),
    Planted(
      "Sources/RoutePatterns/New.swift",
      "import SynchronizationKit",
      "RoutePatterns imports"
    ),
    Planted("Sources/Moonroute/A/New.swift", "public import LuaRuntime", "Moonroute imports"),
    Planted("Sources/Moonroute/New.swift", "import struct Foundation.URL", "Moonroute imports"),
    Planted(
      "Sources/Moonroute/New.swift",
      "@preconcurrency internal import ScriptHost",
      "Moonroute imports"
    ),
    Planted("Sources/LuaRuntime/New.swift", "public import CLua", "import CLua internally"),
    Planted(
      "Sources/LuaRuntime/New.swift",
      "@_exported import CLua",
      "import CLua internally"
    ),
    Planted("Sources/LuaRuntime/New.swift", "import CLuaSystem", "imports CLuaSystem"),
    Planted("Sources/ScriptHost/New.swift", "import CLua", "only LuaRuntime imports CLua"),
    Planted("Sources/ScriptHost/New.swift", "import ArgumentParser", "only MoonrouteCommand"),
    Planted("Sources/ScriptHost/New.swift", "import EmbeddedBytes", "only EmbeddedFiles"),
    Planted(
      "Sources/ScriptHost/New.swift",
      "package import ScriptReports",
      "only ScriptAnalysis, Rehearsal, ScriptTesting, RuleProof, EditorServer, Inspector, LinkService,"
        + " MoonrouteCommand and RouterBenchmarks import it"
    ),
    Planted(
      "Sources/Inspector/New.swift",
      "import NIOCore",
      "only LoopbackServer|LinkService|ReleaseHTTP|RouterBenchmarks imports NIO"
    ),
    Planted(
      "Sources/ScriptReleases/New.swift",
      "import AsyncHTTPClient",
      "only ReleaseHTTP imports AsyncHTTPClient"
    ),
    Planted("Sources/ReleaseHTTP/New.swift", "import Crypto", "ReleaseHTTP imports"),
    Planted("Sources/Inspector/New.swift", "import LuaRuntime", "Inspector imports ScriptHost"),
    Planted(
      "Sources/LoopbackServer/New.swift",
      "import Moonroute",
      "LoopbackServer imports SwiftNIO"
    ),
    Planted(
      "Sources/LoopbackServer/New.swift",
      "import Foundation",
      "LoopbackServer imports SwiftNIO"
    ),
    Planted(
      "Sources/ScriptHost/New.swift",
      "import LoopbackServer",
      "only Inspector and MoonrouteCommand import it"
    ),
    Planted("Sources/ScriptHost/New.swift", "import Testing", "imports Testing"),
    Planted("Sources/ScriptHost/New.swift", "@testable import Moonroute", "belongs in Tests"),
    Planted("CLua/include/New.h", "#include <lua.h>", ".h:1:"),
    Planted("CLua/include/New.h", "#include <lua5.4/lauxlib.h>", "clua_ functions only"),
    Planted(
      "CLua/include/New.h",
      "void lua_error(struct lua_State *state);",
      "clua_ functions only"
    ),
    Planted("CLua/include/New.h", "int luaL_ref(void *state);", "clua_ functions only"),
    Planted("CLua/system/module.modulemap", "module X { header \"lua.h\" }", "names no header"),
    Planted("Sources/RoutePatterns/New.swift", "// import Foundation\nimport Synchronization"),
    Planted("Sources/Moonroute/New.swift", "public import struct Synchronization.Mutex"),
    Planted("Sources/RoutePatterns/New.swift", "import TextTools"),
    Planted("Sources/Moonroute/New.swift", "package import RoutePatterns\nimport TextTools"),
    Planted("Sources/LuaRuntime/New.swift", "internal import CLua\nimport Dispatch"),
    Planted("Sources/ScriptTesting/New.swift", "import ScriptReports"),
    Planted("Sources/LoopbackServer/New.swift", "import MessageStream\nimport NIOPosix"),
    Planted("Sources/Inspector/New.swift", "package import LoopbackServer\nimport ScriptReports"),
    Planted("CLua/include/New.h", "int clua_call(struct clua_State *_Nonnull state);"),
  ]

  /// The files that are planted together: `make soak` plants each file separately; otherwise one
  /// copy has the forbidden files, and another one the allowed files.
  static let plots: [[Planted]] =
    TestScale.isSoak
    ? planted.map { [$0] }
    : [planted.filter { $0.words != nil }, planted.filter { $0.words == nil }]

  @Test(arguments: plots)
  func `the check of imports finds exactly the imports that its rooms forbid`(
    _ rows: [Planted]
  ) throws {
    try Scratch.with { scratch in
      try scratch.copy(".ci/check-imports")
      try scratch.copy("CLua/include/CLua.h")
      try scratch.write("module CLuaSystem [system] {}\n", to: "CLua/system/module.modulemap")
      for target in ["RoutePatterns", "Moonroute", "LuaRuntime", "LoopbackServer", "Inspector"] {
        try scratch.write("import Synchronization\n", to: "Sources/\(target)/Old.swift")
      }
      try scratch.write("enum Old {}\n", to: "Sources/TextTools/Old.swift")
      let files = rows.enumerated().map { $1.path.replacing("New.", with: "New\($0).") }
      for (row, file) in zip(rows, files) { try scratch.write(row.text + "\n", to: file) }
      let run = try ProgramRun(scratch[".ci/check-imports"])
      let isClean = rows.allSatisfy { $0.words == nil }
      #expect(run.status == (isClean ? 0 : 1), "\(run.output)")
      #expect(run.output.contains("each room keeps its border") == isClean, "\(run.output)")
      for (row, file) in zip(rows, files) {
        let lines = run.output.split(separator: "\n")
          // The message about the module map does not contain its file name.
          .filter { $0.contains(file + ":") || row.path.hasSuffix("modulemap") }
        let isFound = lines.contains { $0.contains(row.words ?? file) }
        #expect(isFound == (row.words != nil), "\(row): \(run.output)")
      }
    }
  }

  @Test func `the check of paths finds a home folder and the checkout's own path`() throws {
    try Scratch.with { scratch in
      try scratch.copy(".ci/check-paths")
      let git = try ProgramRun(
        .init(fileURLWithPath: "/usr/bin/env"),
        ["git", "-C", scratch.folder.path, "-c", "init.defaultBranch=main", "init", "-q"]
      )
      #expect(git.status == 0, "\(git.output)")
      let check = scratch[".ci/check-paths"]
      let clean = try ProgramRun(check)
      #expect(clean.status == 0, "\(clean.output)")
      #expect(clean.output.contains("machine paths: none"))
      // The text is split so that the check does not find this file.
      try scratch.write("see /Users" + "/somebody/x\n", to: "note")
      let home = try ProgramRun(check)
      #expect(home.status == 1)
      #expect(home.output.contains("note:1:"))
      try scratch.write("built in \(scratch.folder.path)/.build\n", to: "note")
      let checkout = try ProgramRun(check)
      #expect(checkout.status == 1)
      #expect(checkout.output.contains("this checkout"), "\(checkout.output)")
    }
  }
}
