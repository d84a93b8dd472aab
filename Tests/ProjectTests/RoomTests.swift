import Foundation
import Testing

/// The sizes of folders, files, functions and types.
///
/// A limit is an alarm. Split the item that exceeds it, or document why it is one subject.
struct RoomTests {
  private static let folders = ["Sources", "CLua", "Tests", "scripts", "examples", "page", ".ci"]

  private static let largeFolders = [
    ".ci": "Every file is a command that a person or the Makefile calls by its name.",
    "page/js":
      "Every file is a module that a browser loads by its name, one for each view or control.",
  ]

  private static let largeTypes = [
    "Connection": "It holds the state of one connection, which only its event loop touches.",
    "DebugConversation": "It holds the state of one conversation of the debug protocol.",
    "EventStore": "It owns everything that belongs to the events of one router.",
    "Generation": "It holds the parts of one load, which are created and dropped together.",
    "LoadedApplication":
      "It holds the tables of one load, which are built together and never change.",
    "LuaState":
      "Every call of a state uses these buffers and tables, and an indirection costs time.",
    "LinkRoute": "It has one property for each part of a definition.",
    "Open": "It holds the state of one open.",
    "OutcomeFields": "It holds the fields of an outcome, which an open sets together.",
    "Router": "It owns everything that belongs to one router.",
    "RouterConfiguration": "It is public and has one property for each setting.",
    "RouterRules": "A router replaces all its rules together.",
    "ScreenProgress": "It holds the screens of one open, which a wait must not repeat.",
    "ScriptEngine": "It alone replaces the generations of one application.",
    "ScriptSetup": "It has one property for each choice of a host.",
    "SpecRunner": "It is public and has one property for each option of a run.",
    "SpecSelection": "It is public and has one property for each option of a selection.",
  ]

  /// Checks that exactly the listed names exceed a limit.
  private func expect(
    _ sizes: [(name: String, size: Int)],
    atMost limit: Int,
    except reasons: [String: String] = [:]
  ) {
    let large = sizes.filter { $0.size > limit }
    for (name, size) in large where reasons[name] == nil {
      Issue.record("\(name) has \(size), more than \(limit): split it, or list it with a reason")
    }
    let unneeded = Set(reasons.keys).subtracting(large.map(\.name))
    #expect(unneeded.sorted() == [], "no longer above \(limit)")
  }

  @Test func `no folder has more than 25 files of its own`() {
    let files = Project.files(below: Self.folders).filter { !$0.contains(".docc/") }
    let counts = Dictionary(grouping: files) { ($0 as NSString).deletingLastPathComponent }
    #expect(counts.count > 50)
    expect(counts.map { ($0, $1.count) }, atMost: 25, except: Self.largeFolders)
  }

  @Test func `no file written by hand has more than 500 lines`() throws {
    let files = Project.files(below: Self.folders, extensions: ["swift", "c", "h", "lua", "js"])
    #expect(files.count > 500)
    let sizes = try files.map { file in
      (file, try Project.text(file).utf8.count { $0 == UInt8(ascii: "\n") })
    }
    expect(sizes, atMost: 500)
  }

  @Test func `no function has more than 60 lines`() throws {
    var sizes: [(String, Int)] = []
    for file in Project.files(below: Self.folders, extensions: ["swift", "c", "h"]) {
      let declarations = Declarations(try Project.text(file))
      let functions =
        file.hasSuffix(".swift") ? declarations.functions() : declarations.functionsOfC()
      sizes += functions.map { ("\(file):\($0.line)", $0.count) }
    }
    #expect(sizes.count > 5_000)
    expect(sizes, atMost: 60)
  }

  @Test func `no type has more than 14 stored properties`() throws {
    var sizes: [(String, Int)] = []
    for file in Project.files(below: ["Sources"], extensions: ["swift"]) {
      sizes += Declarations(try Project.text(file)).types().map { ($0.name, $0.properties) }
    }
    #expect(sizes.count > 500)
    expect(sizes, atMost: 14, except: Self.largeTypes)
  }

  @Test func `functions and properties are counted`() {
    let declarations = Declarations(
      """
      public final class A {
        let a, b: Int
        private(set) var c = 1 {
          didSet { a() }
        }
        var d: Int { 1 }
        var e: Int {
          1
        }
        var f = { 1 }
        static let g = 1

        func h(
          _ i: Int
        ) -> Int {
          i
        }
      }
      """
    )
    #expect(declarations.types().map(\.properties) == [3])
    #expect(declarations.functions().map(\.count) == [5])
    let words = Declarations("static int a(void) {\n  return 1;\n}\nint b(int c,\n  int d) {\n}")
    #expect(words.functionsOfC().map(\.count) == [3])
  }
}
