import ScriptHost
import TestSupport
import TextTools
import Testing

@Suite struct ScriptBundleTests {
  private static let needs = ScriptBundle.Needs(functions: ["stock"], views: ["Cart", "Home"])

  private static func bundle(
    app: String = "shop",
    version: Int = 42,
    entry: String = "main.lua",
    needs: ScriptBundle.Needs = needs,
    _ files: [String: String] = ["main.lua": "return 1\n", "routes/cart.lua": ""]
  ) throws(BundleError) -> ScriptBundle {
    try ScriptBundle(
      app: app,
      version: version,
      entry: entry,
      needs: needs,
      files: files.mapValues { Array($0.utf8) }
    )
  }

  private static func error(_ body: () throws(BundleError) -> ScriptBundle) -> String? {
    do throws(BundleError) {
      _ = try body()
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `a bundle reads its own bytes`() throws {
    let bundle = try Self.bundle()
    #expect(try ScriptBundle(bundle.bytes) == bundle)
    #expect(bundle.bytes.count == 10_240)
    #expect(bundle.fileName == "shop-42.tar")
  }

  @Test func `the description of a bundle is canonical JSON`() throws {
    let text = String(decoding: try Self.bundle().manifest, as: UTF8.self)
    #expect(
      text == #"{"api":1,"app":"shop","entry":"main.lua","needs":{"functions":["stock"],"#
        + #""values":[],"views":["Cart","Home"]},"version":42}"#
    )
  }

  @Test func `the order of the files does not change the bytes`() throws {
    var random = SeededGenerator(seed: 1)
    let files = (0..<50).map { ("routes/r\($0).lua", "return \($0)\n") } + [("main.lua", "")]
    let expected = try Self.bundle(Dictionary(uniqueKeysWithValues: files)).bytes
    for _ in 0..<5 {
      let shuffled = files.shuffled(using: &random)
      #expect(try Self.bundle(Dictionary(uniqueKeysWithValues: shuffled)).bytes == expected)
    }
  }

  @Test(arguments: [
    ("../main.lua", "'../main.lua' is not a path for a bundle."),
    ("/etc/passwd.lua", "'/etc/passwd.lua' is not a path for a bundle."),
    ("a//b.lua", "'a//b.lua' is not a path for a bundle."),
    (".hidden.lua", "'.hidden.lua' is not a path for a bundle."),
    ("a/.git/b.lua", "'a/.git/b.lua' is not a path for a bundle."),
    ("rück.lua", "'rück.lua' is not a path for a bundle."),
    ("a b.lua", "'a b.lua' is not a path for a bundle."),
    ("readme.md", "'readme.md' does not belong into a bundle"),
    ("offers.json", "'offers.json' does not belong into a bundle"),
    ("spec/cart_spec.lua", "'spec/cart_spec.lua' does not belong into a bundle"),
    ("MAIN.lua", "'MAIN.lua' and 'main.lua' differ only in case."),
    ("main.lua/x.lua", "'main.lua' is both a file and a folder."),
    ("\(String(repeating: "a", count: 97)).lua", "has more than 100 bytes."),
  ])
  func `a path that some system reads differently is refused`(path: String, reason: String) throws {
    let error = Self.error { () throws(BundleError) in try Self.bundle(["main.lua": "", path: ""]) }
    #expect(error?.contains(reason) == true, "\(error ?? "accepted")")
  }

  @Test(arguments: [
    "spec/smoke/cart_spec.lua", "spec/journeys/buy_spec.lua", "access.snap", "personas.lua",
  ])
  func `a bundle contains the evidence`(path: String) throws {
    #expect(try Self.bundle(["main.lua": "", path: ""]).files[path] != nil)
  }

  @Test func `names, versions and texts have limits`() {
    typealias Row = (String, () throws(BundleError) -> ScriptBundle)
    let rows: [Row] = [
      ("'Shop' is not a name", { () throws(BundleError) in try Self.bundle(app: "Shop") }),
      ("'-shop' is not a name", { () throws(BundleError) in try Self.bundle(app: "-shop") }),
      ("'' is not a name", { () throws(BundleError) in try Self.bundle(app: "") }),
      ("1 to 2^53, but this is 0", { () throws(BundleError) in try Self.bundle(version: 0) }),
      (
        "1 to 2^53", { () throws(BundleError) in try Self.bundle(version: (1 << 53) + 1) }
      ),
      (
        "The bundle has no script 'app.lua'",
        { () throws(BundleError) in try Self.bundle(entry: "app.lua") }
      ),
      (
        "must be sorted, each once",
        { () throws(BundleError) in try Self.bundle(needs: .init(views: ["B", "A"])) }
      ),
      (
        "has a control character",
        { () throws(BundleError) in try Self.bundle(needs: .init(views: ["A\n"])) }
      ),
      (
        "'main.lua' is not a text in UTF-8.",
        { () throws(BundleError) in try Self.bundle(["main.lua": "\u{1B}Lua"]) }
      ),
      (
        "'main.lua' has more than 1 MiB.",
        { () throws(BundleError) in
          try Self.bundle(["main.lua": String(repeating: " ", count: (1 << 20) + 1)])
        }
      ),
    ]
    for (reason, body) in rows {
      let error = Self.error(body)
      #expect(error?.contains(reason) == true, "\(error ?? "accepted"): \(reason)")
    }
  }

  @Test func `a bundle has at most 16 MiB and 4,096 files`() throws {
    let large = String(repeating: " ", count: 1 << 20)
    let files = Dictionary(uniqueKeysWithValues: (0..<17).map { ("f\($0).lua", large) })
    let sum = Self.error { () throws(BundleError) in
      try Self.bundle(files.merging(["main.lua": ""]) { first, _ in first })
    }
    #expect(sum == "The files have more than 16 MiB together.")
    let many = Dictionary(uniqueKeysWithValues: (0..<4_096).map { ("f\($0).lua", "") })
    let count = Self.error { () throws(BundleError) in
      try Self.bundle(many.merging(["main.lua": ""]) { first, _ in first })
    }
    #expect(count == "The bundle has more than 4096 files.")
  }
}
