import Foundation
import TestSupport
import Testing

/// `.ci/unpack-lua`: it accepts only official releases of Lua, and finds unpacked ones.
struct LuaSourceTests {
  static let sums = [
    ("5.4.4", "164c7849653b80ae67bec4b7473b884bf5cc8d2dca05653475ec2ed27b9ebf61"),
    ("5.4.5", "59df426a3d50ea535a460a452315c4c0d4e1121ba72ff0bdde58c2ef31d6f444"),
    ("5.4.6", "7d5ea1b9cb6aa0b59ca3dde1c6adcb57ef83a1ba8e5432c0ecd06bf439b3ad88"),
    ("5.4.7", "9fbf5e28ef86c69858f6d3d34eccc32e911c1a28b4120ff3e84aaa70cfbf1e30"),
    ("5.4.8", "4f18ddae154e793e46eeab727c59ef1c0c0c2b744e7b94219710d76f530629ae"),
  ]

  /// An archive with the file names of a release, and empty files.
  private func makeArchive(_ release: String, in scratch: Scratch) throws {
    for name in [
      "lapi.c", "lua.c", "luac.c", "lua.h", "luaconf.h", "lualib.h", "lauxlib.h", "lgc.h",
    ] {
      try scratch.write("", to: "lua-\(release)/src/\(name)")
    }
    let folder = scratch.folder.path
    let tar = try ProgramRun(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["tar", "-czf", "\(folder)/lua.tar.gz", "-C", folder, "lua-\(release)"]
    )
    #expect(tar.status == 0, "\(tar.output)")
  }

  /// Runs the script, optionally with a given checksum instead of the computed one.
  private func unpack(_ scratch: Scratch, sum: String? = nil) throws -> ProgramRun {
    var environment = ProcessInfo.processInfo.environment
    if let sum {
      try scratch.script("echo '\(sum)  x'", to: "bin/sha256sum")
      environment["PATH"] = scratch["bin"].path + ":" + (environment["PATH"] ?? "")
    }
    return try ProgramRun(
      scratch[".ci/unpack-lua"],
      [scratch["lua.tar.gz"].path],
      environment: environment
    )
  }

  @Test(arguments: sums)
  func `an official release is unpacked without its programs, and then found`(
    release: String,
    sum: String
  ) throws {
    try Scratch.with { scratch in
      try scratch.copy(".ci")
      try makeArchive(release, in: scratch)
      let run = try unpack(scratch, sum: sum)
      #expect(run.status == 0, "\(run.output)")
      #expect(run.output.contains("builds Lua \(release) from .lua"))
      let files = try FileManager.default.subpathsOfDirectory(atPath: scratch[".lua"].path)
      #expect(
        Set(files.filter { $0.contains(".") }) == [
          "lua/src/lapi.c", "lua/src/lgc.h", "lua/include/lua.h", "lua/include/luaconf.h",
          "lua/include/lualib.h", "lua/include/lauxlib.h", "lua/include/module.modulemap",
        ]
      )
      let found = try ProgramRun(
        URL(fileURLWithPath: "/bin/sh"),
        ["-c", "cd '\(scratch.folder.path)' && . .ci/environment && echo \"$MOONROUTE_LUA\""]
      )
      #expect(found.output == "\(release)\n")
    }
  }

  @Test func `an archive that is not an official release is refused, and nothing changes`() throws {
    try Scratch.with { scratch in
      try scratch.copy(".ci")
      try makeArchive("5.4.8", in: scratch)
      try scratch.write("5.4.6\n", to: ".lua/release")
      let run = try unpack(scratch)
      #expect(run.status == 1)
      #expect(
        run.output.contains("is not an official release of Lua 5.4.4 to 5.4.8: its SHA-256 is ")
      )
      #expect(scratch.text(of: ".lua/release") == "5.4.6\n")
      try FileManager.default.removeItem(at: scratch["lua.tar.gz"])
      let lacking = try unpack(scratch)
      #expect(lacking.status == 1)
      #expect(lacking.output.contains("Write: make lua SOURCE=lua-5.4.8.tar.gz"))
    }
  }

  @Test func `Lua's own source takes precedence over the system's Lua`() throws {
    try Scratch.with { scratch in
      try scratch.copy(".ci/prepare")
      try scratch.copy(".ci/environment")
      try scratch.write("5.4.8\n", to: ".lua/release")
      try scratch.script("echo 'Swift version 6.3.1 (swift-6.3.1-RELEASE)'", to: "bin/swift")
      // It knows SQLite, but not Lua.
      try scratch.script("case $* in *sqlite3*) exit 0 ;; *) exit 1 ;; esac", to: "bin/pkg-config")
      var environment = ProcessInfo.processInfo.environment
      environment["PATH"] = scratch["bin"].path + ":" + (environment["PATH"] ?? "")
      environment["LUA_PKGCONFIG"] = nil
      let run = try ProgramRun(scratch[".ci/prepare"], environment: environment)
      #expect(run.status == 0, "\(run.output)")
      #expect(run.output.isEmpty)
    }
  }

  /// Fake versions of macOS tools: each writes its output file.
  private func addMacTools(to scratch: Scratch, sdks: String) throws {
    try scratch.script("echo Darwin", to: "bin/uname")
    try scratch.script(
      """
      echo "xcrun $*" >>"$CALLS"
      case "$*" in
      *--show-sdk-path) case "$2" in \(sdks)) echo "/sdks/$2"; exit 0 ;; esac; exit 1 ;;
      esac
      while [ $# -gt 0 ]; do
        case $1 in -o | -output) : >"$2" ;; esac
        shift
      done
      """,
      to: "bin/xcrun"
    )
    try scratch.script(
      #"echo "xcodebuild $*" >>"$CALLS"; mkdir -p .lua/Lua.xcframework"#,
      to: "bin/xcodebuild"
    )
  }

  private func makeFramework(_ scratch: Scratch) throws -> ProgramRun {
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = scratch["bin"].path + ":" + (environment["PATH"] ?? "")
    environment["CALLS"] = scratch["calls"].path
    return try ProgramRun(scratch[".ci/make-xcframework"], environment: environment)
  }

  @Test func `a framework contains Lua for macOS, iOS and its simulator`() throws {
    try Scratch.with { scratch in
      try scratch.copy(".ci")
      try addMacTools(to: scratch, sdks: "macosx | iphoneos | iphonesimulator")
      let early = try makeFramework(scratch)
      #expect(early.status == 1)
      #expect(early.output == "xcframework: run make lua SOURCE=lua-5.4.8.tar.gz first\n")
      for file in ["src/lapi.c", "src/lgc.c", "include/lua.h"] {
        try scratch.write("", to: ".lua/lua/\(file)")
      }
      let run = try makeFramework(scratch)
      #expect(run.status == 0, "\(run.output)")
      let calls = scratch.text(of: "calls").split(separator: "\n")
      let compiled = calls.filter { $0.contains(" clang ") }
      #expect(compiled.count == 5 * 2)
      for target in [
        "arm64-apple-macos15", "x86_64-apple-macos15", "arm64-apple-ios18",
        "arm64-apple-ios18-simulator", "x86_64-apple-ios18-simulator",
      ] {
        #expect(compiled.filter { $0.contains("-target \(target) ") }.count == 2)
      }
      #expect(calls.filter { $0.contains("xcrun lipo -create ") }.count == 3)
      let made = calls.filter { $0.hasPrefix("xcodebuild -create-xcframework") }
      #expect(made.count == 1)
      #expect(made.first?.matches(of: /-library [^ ]*liblua\.a -headers/).count == 3)
    }
  }

  @Test func `without macOS or an SDK for iOS, no framework is started`() throws {
    try Scratch.with { scratch in
      try scratch.copy(".ci")
      try scratch.write("", to: ".lua/lua/src/lapi.c")
      try addMacTools(to: scratch, sdks: "macosx")
      let lacking = try makeFramework(scratch)
      #expect(lacking.status == 1)
      #expect(lacking.output.hasPrefix("xcframework: there is no SDK 'iphoneos': install Xcode"))
      try scratch.script("echo Linux", to: "bin/uname")
      #expect(try makeFramework(scratch).output == "xcframework: needs macOS with Xcode\n")
    }
  }
}
