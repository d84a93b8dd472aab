import Moonroute
import ScriptHost
import ScriptTesting

extension DepthKind {
  /// Files that the host reads.
  static let files = [
    DepthKind("busted", bound: .levels(16)) { levels in
      let folder = try FuzzedFolder([
        ".busted": "return " + text("{ a = ", levels - 1, "{}", " }")
      ])
      defer { folder.remove() }
      return (try? BustedConfiguration(path: folder(".busted"))) != nil
    },
    DepthKind("text of scripts", bound: .stack) { levels in
      let scripts = try FuzzedApplication("return " + text("(", levels, "1", ")"))
      return (try? await scripts.host.load()) != nil
    },
    DepthKind("modules that require", bound: .any) { levels in
      var files: [String: String] = [:]
      let last = max(1, min(levels, 400))
      for level in 1..<last { files["m\(level).lua"] = "return require('m\(level + 1)')" }
      files["m\(last).lua"] = "return true"
      let scripts = try FuzzedApplication("return require('m1')", files: files)
      return (try? await scripts.host.load()) != nil
    },
    DepthKind("blocks in blocks", bound: .levels(200)) { levels in
      try await passes(
        """
        local function again(n)
          if n == 0 then return it("a", function() end) end
          describe("d", function() again(n - 1) end)
        end
        again(\(levels))
        """
      )
    },
    DepthKind("comparisons and snapshots", bound: .any) { levels in
      try await passes(
        """
        local function nested(n, x) for _ = 1, n do x = { x, a = x } end return x end
        local function thin(n, x) for _ = 1, n do x = { a = x } end return x end
        it("a", function() assert.same(thin(\(levels), 1), thin(\(levels), 1)) end)
        it("b", function() pcall(assert.same, thin(\(levels), 1), thin(\(levels), 2)) end)
        it("c", function() pcall(function() assert.snapshot(thin(\(levels), 1)) end) end)
        it("d", function() pcall(assert.is_nil, thin(\(levels), 1)) pcall(nested, 20, 1) end)
        """
      )
    },
  ]

  /// Stages that grow, are saved, and are restored.
  static let stages = [
    DepthKind("saved stages", bound: .levels(64)) { levels in
      let scripts = try FuzzedApplication(pages)
      try await scripts.host.load()
      return await scripts.host.router.perform { application in
        var place = Value.table(ValueTable(fields: ["kind": "screen", "location": "/page"]))
        // A deeper value built by a program is limited only by the stack of that program.
        for _ in 0..<min(levels, 1_000) {
          let table = ValueTable(items: [place])
          place = .table(ValueTable(fields: ["kind": "split", "children": .table(table)]))
        }
        let window = ValueTable(fields: [
          "kind": "window", "children": .table(ValueTable(items: [place])),
        ])
        guard (try? await application.router.restore(from: .table(window))) != nil else {
          return false
        }
        _ = await application.open("/page")
        _ = await application.open("/sheet")
        let saved = application.stage.restorationState
        return (try? await application.router.restore(from: saved)) != nil
      }
    },
    DepthKind("details in details", bound: .any) { levels in
      let scripts = try FuzzedApplication(pages)
      try await scripts.host.load()
      return await scripts.host.router.perform { application in
        _ = await application.open("/page")
        _ = await application.open("/split")
        for _ in 0..<min(levels, 700) { _ = await application.open("/detail") }
        let saved = application.stage.restorationState
        let isRestored = (try? await application.router.restore(from: saved)) != nil
        return await application.open("/page").status == .opened && isRestored
      }
    },
    DepthKind("sheets over sheets", bound: .any) { levels in
      let scripts = try FuzzedApplication(pages)
      try await scripts.host.load()
      return await scripts.host.router.perform { application in
        _ = await application.open("/page")
        for _ in 0..<min(levels, 700) { _ = await application.open("/sheet") }
        let saved = application.stage.restorationState
        let isRestored = (try? await application.router.restore(from: saved)) != nil
        return await application.open("/page").status == .opened && isRestored
      }
    },
  ]

  private static let pages = """
    router.route { path = "/page", view = "Page", animator = animator.root { wrap = "stack" } }
    router.route { path = "/sheet", view = "Sheet", animator = animator.sheet { wrap = "stack" } }
    router.route { path = "/split", view = "Split", animator = animator.root { wrap = "split" } }
    router.route { path = "/detail", view = "D", animator = animator.show_detail { wrap = "split" } }
    """

  private static func text(
    _ first: String,
    _ levels: Int,
    _ middle: String,
    _ last: String
  ) -> String {
    String(repeating: first, count: levels) + middle + String(repeating: last, count: levels)
  }

  private static func passes(_ spec: String) async throws -> Bool {
    let folder = try FuzzedFolder(["spec/a_spec.lua": spec])
    defer { folder.remove() }
    let results = await folder.run(.write)
    return !results.isEmpty && results.allSatisfy { $0.status == .passed }
  }
}
