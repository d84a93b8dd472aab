import Foundation
import Testing

/// The size of the rooms in which the code lies.
struct RoomTests {
  private static let folders = ["Sources", "CLua", "Tests", "scripts", "examples"]

  @Test func `no folder has more than 25 files of its own`() {
    let files = Project.files(below: Self.folders).filter { !$0.contains(".docc/") }
    let counts = Dictionary(grouping: files) { ($0 as NSString).deletingLastPathComponent }
    #expect(counts.count > 50)
    for (folder, files) in counts { #expect(files.count <= 25, "\(folder)") }
  }

  @Test func `no file written by hand has more than 500 lines`() throws {
    let files = Project.files(below: Self.folders, extensions: ["swift", "c", "h", "lua"])
    #expect(files.count > 500)
    for file in files {
      let lines = try Project.text(file).utf8.count { $0 == UInt8(ascii: "\n") }
      #expect(lines <= 500, "\(file)")
    }
  }

  @Test func `no function has more than 60 lines`() throws {
    var count = 0
    for file in Project.files(below: Self.folders, extensions: ["swift", "c", "h"]) {
      let declarations = Declarations(try Project.text(file))
      let functions =
        file.hasSuffix(".swift") ? declarations.functions() : declarations.functionsOfC()
      count += functions.count
      for function in functions { #expect(function.count <= 60, "\(file):\(function.line)") }
    }
    #expect(count > 5_000)
  }

  @Test func `no type has more than 15 stored properties`() throws {
    var count = 0
    for file in Project.files(below: ["Sources"], extensions: ["swift"]) {
      let types = Declarations(try Project.text(file)).types()
      count += types.count
      for type in types { #expect(type.properties <= 15, "\(file):\(type.line)") }
    }
    #expect(count > 500)
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
