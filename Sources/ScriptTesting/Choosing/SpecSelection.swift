import LuaRuntime

/// The choice of tests, their order, and the code that runs before them.
public struct SpecSelection: Sendable {
  /// Patterns of Lua of which one must be in a test's full name; all when empty.
  public var filters: [String] = []
  /// Patterns of Lua that may not be in a test's full name.
  public var filtersOut: [String] = []
  /// Full names of which a test must have one; all when empty.
  public var names: [String] = []
  /// Full names of which a test must have one, by file; an empty list, and a file that is not there,
  /// select all of its tests.
  public var namesByFile: [String: [String]] = [:]
  /// Full names that are left out.
  public var excludedNames: [String] = []
  /// Tags of which one must be in a test's full name; all when empty.
  public var tags: [String] = []
  /// Tags that neither a test nor a block around it may have.
  public var excludedTags: [String] = []
  /// Whether a tag also fits one that begins with it, as in busted.
  public var matchesTagPrefixes = false
  /// Whether busted's own ways count where ours are kinder: only the last `finally` of a test runs.
  public var isStrict = false
  /// The order of the tests of a file.
  public var order = SpecOrder()
  /// The code that runs before the tests.
  public var preparation = SpecPreparation()
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
  public var isChoosy: Bool {
    isOnly || namesByFile.contains { !$0.value.isEmpty }
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
    table["statements"] = .table(LuaTable(preparation.statements.map(LuaValue.string)))
    table["warns"] = .boolean(warnsOfUncalledAssertions)
    table["helper"] = preparation.helper.map(LuaValue.string) ?? .nil
    table["helper_arguments"] = .table(
      LuaTable(preparation.helperArguments.map(LuaValue.string))
    )
    table["arguments"] = .table(LuaTable(preparation.commandLine.map(LuaValue.string)))
    table["is_choosy"] = .boolean(isChoosy)
    table["matches_tag_prefix"] = .boolean(matchesTagPrefixes)
    table["strict"] = .boolean(isStrict)
    table["shuffles"] = .boolean(order.shuffles)
    table["sorts"] = .boolean(order.sorts)
    table["seed"] = .integer(order.seed)
    table["run"] = .integer(Int64(preparation.run))
    table["runs"] = .integer(Int64(preparation.runCount))
    table["lazy"] = .boolean(preparation.isLazy)
    table["retries"] = .integer(Int64(retries))
    table["only"] = .boolean(isOnly)
    table["lists"] = .boolean(self.lists)
    return .table(table)
  }
}
