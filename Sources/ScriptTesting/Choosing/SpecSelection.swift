import LuaRuntime

/// The choice of tests, and their order.
public struct SpecSelection: Sendable {
  /// Patterns of Lua of which one must be in a test's full name; all when empty.
  public var filters: [String] = []
  /// Patterns of Lua that may not be in a test's full name.
  public var filtersOut: [String] = []
  /// Full names of which a test must have one; all when empty.
  public var names: [String] = []
  /// Full names that are left out.
  public var excludedNames: [String] = []
  /// Tags of which one must be in a test's full name; all when empty.
  public var tags: [String] = []
  /// Tags that neither a test nor a block around it may have.
  public var excludedTags: [String] = []
  /// Whether a tag also fits one that begins with it, as in busted.
  public var matchesTagPrefixes = false
  /// Whether tests run in random order.
  public var shuffles = false
  /// Whether tests run in the order of their names.
  public var sorts = false
  /// The seed of random orders.
  public var seed: Int64 = 1
  /// Whether set-ups run at the first test of their block only.
  public var isLazy = false
  /// A Lua file, or a module, that runs before each spec file; `nil` for none.
  public var helper: String?
  /// The words that the helper gets.
  public var helperArguments: [String] = []
  /// Statements of Lua that run before each spec file, and before the helper.
  public var statements: [String] = []
  /// Whether a test is warned about that names an assertion and does not call it.
  public var warnsOfUncalledAssertions = true
  /// The number of times that a failing test is run again before it counts as failed.
  public var retries = 0
  /// Whether only tests that are marked so run.
  var isOnly = false
  /// Whether tests are listed and not run.
  public var lists = false

  /// Selects everything.
  public init() {}

  /// Whether some tests may be left out.
  var isChoosy: Bool {
    isOnly
      || [filters, filtersOut, names, excludedNames, tags, excludedTags].contains { !$0.isEmpty }
  }

  /// The selection as the library reads it.
  var lua: LuaValue {
    var table = LuaTable()
    let lists = [
      ("filters", filters), ("filters_out", filtersOut), ("names", names),
      ("excluded_names", excludedNames), ("tags", tags), ("exclude_tags", excludedTags),
    ]
    for (name, list) in lists where !list.isEmpty {
      table[name] = .table(LuaTable(list.map(LuaValue.string)))
    }
    table["statements"] = .table(LuaTable(statements.map(LuaValue.string)))
    table["warns"] = .boolean(warnsOfUncalledAssertions)
    table["helper"] = helper.map(LuaValue.string) ?? .nil
    table["helper_arguments"] = .table(LuaTable(helperArguments.map(LuaValue.string)))
    table["is_choosy"] = .boolean(isChoosy)
    table["matches_tag_prefix"] = .boolean(matchesTagPrefixes)
    table["shuffles"] = .boolean(shuffles)
    table["sorts"] = .boolean(sorts)
    table["seed"] = .integer(seed)
    table["lazy"] = .boolean(isLazy)
    table["retries"] = .integer(Int64(retries))
    table["only"] = .boolean(isOnly)
    table["lists"] = .boolean(self.lists)
    return .table(table)
  }
}
