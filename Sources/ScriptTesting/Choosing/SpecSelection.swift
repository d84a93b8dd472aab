import LuaRuntime

/// Selects tests, their order, and the code that runs before them.
public struct SpecSelection: Sendable {
  /// Lua patterns.
  ///
  /// A test's full name must match at least one of them; an empty list selects all.
  public var filters: [String] = []
  /// Lua patterns that a test's full name must not match.
  public var filtersOut: [String] = []
  /// Full names of the tests to run; an empty list selects all.
  public var names: [String] = []
  /// Full names of the tests to run, by file.
  ///
  /// A missing file or an empty list selects all of its tests.
  public var namesByFile: [String: [String]] = [:]
  /// Lines of the tests or blocks to run, by file.
  ///
  /// A line in a test selects the test; another line in a block selects all tests of the block. A
  /// missing file or an empty list selects all of its tests.
  public var linesByFile: [String: [Int]] = [:]
  /// Whether tests marked with `only`, or with the tag `#only`, exclude the others.
  ///
  /// Otherwise each such test or block is an error, and all tests run. Default: `true`.
  public var allowsOnly = true
  /// Full names of tests to exclude.
  public var excludedNames: [String] = []
  /// Tags.
  ///
  /// A test's full name must contain at least one of them; an empty list selects all.
  public var tags: [String] = []
  /// Tags that exclude a test if it, or a block around it, has one.
  public var excludedTags: [String] = []
  /// Whether a tag also matches tags that start with it, as in busted.
  public var matchesTagPrefixes = false
  /// Whether tests behave exactly as in busted, where only the last `finally` of a test runs.
  public var isStrict = false
  /// The order of the tests of a file.
  public var order = SpecOrder()
  /// The code that runs before the tests.
  package var preparation = SpecPreparation()
  /// Whether a test that names an assertion without calling it gets a warning.
  public var warnsOfUncalledAssertions = true
  /// The number of times to run a failing test again before it counts as failed.
  public var retries = 0
  /// Whether only tests marked with `only` run.
  var isOnly = false
  /// The places of the tests to run, such as `spec/cart_spec.lua:3`, or `nil` for all.
  package var places: Set<String>?
  /// The full names of the tests to run first.
  var first: [String] = []
  /// Whether to list tests instead of running them.
  public var lists = false
  /// Whether lists include the blocks.
  var listsBlocks = false

  /// Creates a selection of all tests.
  public init() {}

  /// Whether the selection can exclude tests.
  public var isChoosy: Bool {
    isOnly || places != nil || namesByFile.contains { !$0.value.isEmpty }
      || linesByFile.contains { !$0.value.isEmpty }
      || [filters, filtersOut, names, excludedNames, tags, excludedTags].contains { !$0.isEmpty }
  }

  /// The selection as a table for the library.
  var lua: LuaValue {
    var table = LuaTable()
    let lists = [
      ("filters", filters), ("filters_out", filtersOut), ("names", names),
      ("excluded_names", excludedNames), ("tags", tags), ("exclude_tags", excludedTags),
    ]
    for (name, list) in lists where !list.isEmpty {
      table[name] = .table(LuaTable(list.map(LuaValue.string)))
    }
    if let places {
      let fields = places.map { LuaField(key: .string($0), value: .boolean(true)) }
      table["places"] = .table(LuaTable(fields: fields))
    }
    if !first.isEmpty { table["first"] = .table(LuaTable(first.map(LuaValue.string))) }
    table["refuses_focus"] = .boolean(!allowsOnly && !self.lists && !tags.contains("only"))
    table["statements"] = .table(LuaTable(preparation.statements.map(LuaValue.string)))
    table["warns"] = .boolean(warnsOfUncalledAssertions)
    table["configuration"] = preparation.configuration.map(LuaValue.string) ?? .nil
    table["interpreter"] = preparation.interpreter.map(LuaValue.string) ?? .nil
    table["before_each"] = preparation.beforeEach.map(LuaValue.string) ?? .nil
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
    table["reverses"] = .boolean(order.reverses)
    table["seed"] = .integer(order.seed)
    table["run"] = .integer(Int64(preparation.run))
    table["runs"] = .integer(Int64(preparation.runCount))
    table["lazy"] = .boolean(preparation.isLazy)
    table["retries"] = .integer(Int64(retries))
    table["only"] = .boolean(isOnly)
    table["lists"] = .boolean(self.lists)
    table["lists_blocks"] = .boolean(listsBlocks)
    return .table(table)
  }
}
