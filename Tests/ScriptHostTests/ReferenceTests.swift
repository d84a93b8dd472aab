import Foundation
import LuaRuntime
import Moonroute
import Testing

@testable import ScriptHost

/// The host's functions are the same as those known to editors and checkers.
@Suite struct ReferenceTests {
  private let definitions = TypeDefinitions()

  /// The functions that a new generation offers.
  private func offered() async throws -> [ScriptFunction] {
    let scripts = try await LoadedScripts.load("")
    return await scripts.router.perform { application in
      scripts.host.engine(in: application).generation?.functions.reference ?? []
    }
  }

  @Test func `exactly the functions that the host offers are defined for editors`()
    async throws
  {
    let offered = try await offered()
    let names = offered.map(\.name)
    let defined = definitions.functions.map { function in
      function.name.contains(":") ? function.name.lowercased() : function.name
    }
    #expect(names.sorted() == defined.sorted())
    #expect(Set(names).count == names.count)
  }

  @Test func `parameters and description are the same in both`() async throws {
    let defined = Dictionary(
      definitions.functions.map { ($0.name.lowercased(), $0) },
      uniquingKeysWith: { $1 }
    )
    for function in try await offered() {
      let definition = try #require(defined[function.name])
      let parameters = function.signature.prefix { $0 != ")" } + ")"
      #expect(parameters == definition.parameters, "\(function.name)")
      #expect(definition.comment.hasPrefix(function.summary), "\(function.name)")
      #expect(function.summary.hasSuffix("."), "\(function.name)")
    }
  }

  @Test func `exactly the functions that can wait are marked`()
    async throws
  {
    let waiting = try await offered().filter(\.mayWait).map(\.name)
    #expect(waiting.count > 15)
    let marked = definitions.functions.filter(\.mayWait)
      .map { $0.name.contains(":") ? $0.name.lowercased() : $0.name }
    #expect(marked.sorted() == waiting.sorted())
  }

  private static func options(of animator: String) -> [String] {
    AnimatorKind.all[animator]?.options.map(\.name) ?? []
  }

  @Test(arguments: [
    ("router.RouteDefinition", RouteReader.fields),
    ("router.GroupDefinition", RouteReader.groupFields),
    ("router.MountOptions", RouteReader.mountFields),
    ("router.AttachOptions", RouterModule.attachOptions),
    ("router.OpenOptions", RouterModule.openOptions),
    ("router.ToOptions", RouterModule.toOptions),
    ("router.SchemeOptions", SchemeReader.fields),
    ("router.TypeDefinition", TypeReader.fields),
    ("router.Configuration", ConfigurationReader.fields),
    ("router.LocationParts", LocationPartsReader.fields),
    ("router.Change", RouterModule.rewriteFields),
    ("router.Location", LocationModule.fields),
    ("host.ReplyOptions", RepliesModule.optionFields),
    ("screen.Screen", ScreenModule.fields + ["[string]"]),
    ("animator", Array(AnimatorKind.all.keys)),
    ("animator.WrapOptions", options(of: "root")),
    ("animator.WrapOptions", options(of: "show")),
    ("animator.WrapOptions", options(of: "show_detail")),
    ("animator.WrapOptions", options(of: "automatic")),
    ("animator.PushOptions", options(of: "push")),
    ("animator.CustomPushOptions", options(of: "custom_push")),
    ("animator.PresentOptions", options(of: "present")),
    ("animator.SheetOptions", options(of: "sheet")),
    ("animator.FullScreenOptions", options(of: "full_screen")),
    ("animator.PushStylePresentOptions", options(of: "push_style_present")),
    ("animator.RefreshOptions", options(of: "refresh")),
  ])
  func `the fields of a table are those of its class`(name: String, fields: [String]) throws {
    let defined = try #require(definitions.fields[name])
    #expect(defined.sorted() == fields.sorted())
  }

  @Test(arguments: [
    ("router.Outcome", "outcome"), ("router.Match", "outcome.match"),
    ("router.Step", "outcome.steps[1]"), ("router.Entry", "router.routes()[2]"),
    ("stage.Transition", "stage.transitions()[1]"),
    ("router.Scope", "router.scheme('x')"), ("router.Tagged", "router.tagged('x')"),
  ])
  func `a call returns only fields of its class`(
    name: String,
    value: String
  ) async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { name = "p", path = "/p", view = "P", animator = "root", tags = { "x" },
        routes = { { name = "a", path = "a/:id", view = "A" } } }
      """
    )
    let names = await scripts.evaluate(
      """
      (function()
        local outcome = router.open("/p/a/1?q=1#f")
        local names = {}
        for name in pairs(\(value)) do names[#names + 1] = name end
        return table.concat(names, " ")
      end)()
      """
    )
    let defined = try #require(definitions.fields[name])
    let found = names.split(separator: " ").map(String.init)
    #expect(!found.isEmpty && Set(found).isSubset(of: defined), "\(found)")
  }

  @Test func `a state has the fields of its class`() async throws {
    let fields = try #require(definitions.fields["router.State"])
    let scripts = try await LoadedScripts.load(
      """
      router.route { path = "/", action = function(state)
        for _, name in ipairs({ "\(fields.joined(separator: "\", \""))" }) do
          local value = state[name]
        end
        return (select(2, pcall(function() return state.nme end)))
      end }
      """
    )
    let outcome = await scripts.router.open("/")
    #expect(
      outcome.values.first?.table?["message"]
        == "'nme' is not a field of state. Did you mean 'name'?"
    )
  }

  @Test func `the script checker knows the same globals`() async throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let file = folder.appendingPathComponent("../../.luacheckrc")
    let text = try String(contentsOf: file, encoding: .utf8)
    let words = Set(text.split { !$0.isLetter && $0 != "_" }.map(String.init))
    for function in try await offered() where !function.name.hasPrefix("host.") {
      guard !function.name.contains(":") else { continue }
      let name = function.name.split(separator: ".").last.map(String.init) ?? ""
      #expect(words.contains(name), "\(function.name)")
    }
  }
}
