import RoutePatterns

/// Something that lies behind a pattern.
protocol LayeredPatternItem: AnyObject {
  var entry: RouteTable.Entry { get }

  /// Whether it does not count any more.
  var isGone: Bool { get }
}

/// Patterns with something behind each, found by location.
///
/// A table is never copied for one pattern: those that were added lately lie in small tables over
/// the large one, and a table is joined with the one below once it is half as large. So each
/// pattern is compiled O(log *n*) times in all, however the additions and the look-ups follow one
/// another.
struct LayeredPatternTable<Item: LayeredPatternItem> {
  /// An item whose pattern fits a location.
  struct Found {
    let item: Item
    let match: RouteMatch
  }

  /// Some of the items, compiled; an object, so that a look-up counts one reference and not many.
  private final class Layer {
    let table: RouteTable
    let items: [Item]

    init(_ items: [Item]) {
      self.items = items
      table = RouteTable(items.map(\.entry), separatesSchemes: false)
    }
  }

  /// The most layers that a look-up meets.
  private static var layerLimit: Int { 12 }

  /// The layers, the oldest and largest first.
  private var layers: [Layer] = []

  /// The items added since the last look-up.
  private var added: [Item] = []

  /// How many items were ever compiled, counted each time: what the table has cost.
  private(set) var compiledCount = 0

  var isEmpty: Bool { layers.isEmpty && added.isEmpty }

  /// The number of items, those that do not count any more included.
  var count: Int { layers.reduce(added.count) { $0 + $1.items.count } }

  /// Makes an empty table.
  init() {}

  mutating func add(_ item: Item) { added.append(item) }

  /// The items that fit, in the order of their rank; among equals in no order.
  ///
  /// - Throws: `match_limit` if some may be missing.
  /// - Complexity: One look-up in each of at most twelve tables; at most O(log *n*) are there.
  mutating func matches(_ location: Location) throws(RouterError) -> [Found] {
    var budget = MatchBudget()
    return try matches(location, within: &budget)
  }

  /// The items that fit, as ``matches(_:)`` finds them, within a budget that several look-ups share.
  mutating func matches(
    _ location: Location,
    within budget: inout MatchBudget
  ) throws(RouterError) -> [Found] {
    guard !isEmpty else { return [] }
    compileAdded()
    var found: [Found] = []
    for layer in layers {
      var matches = layer.table.matches(location)
      while let match = matches.next(within: &budget) {
        let item = layer.items[match.entry]
        if !item.isGone { found.append(Found(item: item, match: match)) }
        if layer.items.count == 1 { break }
      }
    }
    if budget.isSpent { throw .matchLimit(location) }
    if layers.count > 1, found.count > 1 {
      found.sort { $0.item.entry.outranks($1.item.entry) }
    }
    return found
  }

  /// Joins tables: for the time when no look-up waits.
  mutating func compact() {
    compileAdded()
    while layers.count > 1,
      layers[layers.count - 2].items.count <= 2 * layers[layers.count - 1].items.count
    {
      joinLastTwo()
    }
  }

  /// Drops what does not count any more.
  ///
  /// - Complexity: O(*n* log *n*).
  mutating func sweep() {
    let items = (layers.flatMap(\.items) + added).filter { !$0.isGone }
    (layers, added) = ([], items)
    compileAdded()
  }

  private mutating func compileAdded() {
    guard !added.isEmpty else { return }
    push(added)
    added = []
    // A layer that would be joined again and again, one item larger each time, is joined with what
    // is below it first.
    while layers.count > Self.layerLimit || layers.count > 1 && isLastAsLargeAsTheOneBelow {
      joinLastTwo()
    }
  }

  private var isLastAsLargeAsTheOneBelow: Bool {
    layers[layers.count - 2].items.count <= layers[layers.count - 1].items.count
  }

  private mutating func joinLastTwo() {
    let last = layers.removeLast()
    let items = (layers.removeLast().items + last.items).filter { !$0.isGone }
    if !items.isEmpty { push(items) }
  }

  private mutating func push(_ items: [Item]) {
    compiledCount += items.count
    layers.append(Layer(items))
  }
}
