import Testing

/// The order of the folders inside a target, as `.ci/check-rooms` checks it for `CLua`.
struct FolderOrderTests {
  /// The folders of each target, bottom first.
  ///
  /// `.` holds the files that are in no folder; a folder includes the folders in it.
  private static let orders = lines(
    """
    Book: Markdown Definitions Pages .
    EditorServer: Checking Documents . Requests
    Fleet: . Simulation
    Inspector: Timeline Stream Application Wire . Rehearsals
    LuaRuntime: Values Coverage Encoding HostObjects State Coroutines Debugging Testing
    LuaSyntax: Tokens Tree . Scopes Parsing Problems
    MessageStream: JSON Framing Connection
    Moonroute: . Values Waiting Routes Stage Outcome Observing Stores Events Resources Rules \
      Open Router Moves Application Host
    MoonrouteCommand: Debugging Terminal Definitions Help Links Options Prompt Proving Releasing Templates \
      Testing Commands .
    Rehearsal: Acts Clock . Journeys Access
    ReleaseTrust: . JSON Keys Roles Client Depot
    RoutePatterns: Path Constraint Parameter Host Location Links Segment Pattern Table
    RouterBenchmarks: . Programs Editing Proving Reach Suite
    RuleProof: Audit Diff Rename Journeys Mutation Release Wander
    ScriptAnalysis: Findings Model Types Routes Lua Redirects . Completion Definitions Documents \
      Symbols Reading
    ScriptDebugging: Protocol Sources Session Server
    ScriptHost: Files Memory Texts Bundles Offers Values Bodies Bridge Session Debugging Prompt Scheduling \
      Replies \
      Generation Loading Engine Modules Testing Watching Looks
    ScriptReports: Pages Text Matches Outcomes Review Routes
    ScriptTesting: Results Choosing Coverage Reporters Rules Running . Bundles History Journeys Reaching
    SiteBuilder: Drawing Pictures Site Terminal .
    """
  )

  /// The types that a folder uses although they belong to a folder above it.
  ///
  /// Never add to this list.
  private static let exceptions = lines(
    """
    Inspector: Timeline → Application: InspectedApplication
    Inspector: Wire → Rehearsals: RehearsalWork RouteHeat
    LuaRuntime: Values → HostObjects: LuaObject LuaRecord
    LuaRuntime: Values → State: LuaState
    LuaRuntime: HostObjects → State: LuaReader LuaState
    LuaSyntax: Tree → Scopes: LuaScopes
    LuaSyntax: Tree → Parsing: LuaParser
    Moonroute: Routes → Stage: Animator AnimatorChoice Screen
    Moonroute: Events → Application: EventAlarm
    Moonroute: Open → Router: Router ScreenLife
    MoonrouteCommand: Prompt → Commands: HelpCommand
    MoonrouteCommand: Testing → Commands: TestCommand
    ScriptHost: Debugging → Generation: Generation
    ScriptHost: Debugging → Engine: ScriptEngine ScriptHost
    ScriptHost: Generation → Engine: EngineReference
    ScriptHost: Generation → Modules: ModuleInstaller
    ScriptTesting: Running → .: SpecRunner
    """
  )

  @Test func `a folder uses only types of itself and the folders below it`() throws {
    var upward: [String: [String]] = [:]
    for (target, order) in Self.orders {
      let folders = try Self.folders(of: target)
      #expect(Set(order) == Set(folders.keys), "\(target)")
      for use in Self.uses(in: folders) {
        guard let user = order.firstIndex(of: use.folder),
          let owner = order.firstIndex(of: use.owner), owner > user
        else { continue }
        upward["\(target): \(use.folder) → \(use.owner)", default: []].append(use.type)
      }
    }
    upward = upward.mapValues { $0.sorted() }
    for (arrow, types) in upward { #expect(types == Self.exceptions[arrow], "\(arrow)") }
    for arrow in Self.exceptions.keys { #expect(upward[arrow] != nil, "\(arrow) is not needed") }
  }

  @Test func `every target with folders has an order`() {
    let paths = Project.files(below: ["Sources"], extensions: ["swift"])
      .map {
        $0.split(separator: "/")
      }
    let targets = Set(paths.filter { $0.count > 3 }.map { String($0[1]) })
    #expect(targets.filter { Self.orders[$0] == nil }.sorted() == [])
  }

  /// The names in the files of a target, by folder.
  private static func folders(of target: String) throws -> [String: [TypeNames]] {
    var folders: [String: [TypeNames]] = [:]
    for path in Project.files(below: ["Sources/\(target)"], extensions: ["swift"]) {
      let parts = path.split(separator: "/")
      let names = TypeNames(try Project.text(path), module: target)
      folders[parts.count > 3 ? String(parts[2]) : ".", default: []].append(names)
    }
    return folders
  }

  /// The types of other folders that a folder uses.
  ///
  /// A type that several folders declare belongs to each of them, unless the user is one of them.
  private static func uses(
    in folders: [String: [TypeNames]]
  ) -> [(folder: String, owner: String, type: String)] {
    var owners: [Substring: Set<String>] = [:]
    for (folder, files) in folders {
      for type in files.flatMap(\.declared) { owners[type, default: []].insert(folder) }
    }
    var uses: [(folder: String, owner: String, type: String)] = []
    for (folder, files) in folders {
      for type in Set(files.flatMap(\.used)) {
        guard let owners = owners[type], !owners.contains(folder) else { continue }
        uses += owners.map { (folder, $0, String(type)) }
      }
    }
    return uses
  }

  /// The words of each line, by the text before the last colon.
  private static func lines(_ text: String) -> [String: [String]] {
    var lines: [String: [String]] = [:]
    for line in text.split(separator: "\n") {
      guard let colon = line.lastIndex(of: ":") else { continue }
      lines[String(line[..<colon])] = line[colon...].dropFirst().split(separator: " ")
        .map(String.init)
    }
    return lines
  }

  @Test func `types are found where a file declares and uses them`() {
    let names = TypeNames(
      ###"""
      #if Condition
      /* A /* Nested */ Comment. */
      public struct Outer<Parameter>: Base {
        enum Inner { case a(Other) }
        let b: Inner, c: Parameter, d: Module.Shared, e: Outside.Member
        let f = "Text \(Called("Text)")) \\(Text)" // Comment
      }
      extension Extended where Element: Bound {}
      private typealias Hidden = Target
      func h<T: Limit>(_: T, _: Hidden) {}
      let i = ##"Raw " \(Text) \##(Value.self)"##
      let j = """
        Text "quoted" \(Last())
        """
      """###,
      module: "Module"
    )
    #expect(names.declared == ["Outer"])
    #expect(
      names.used == [
        "Base", "Other", "Module", "Shared", "Outside", "Called", "Extended", "Element", "Bound",
        "Target", "Limit", "Value", "Last",
      ]
    )
  }
}
