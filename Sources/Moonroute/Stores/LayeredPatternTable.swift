import RoutePatterns

protocol LayeredPatternItem: AnyObject {
  var entry: RouteTable.Entry { get }

  var isGone: Bool { get }
}

/// A table of items by pattern, searched by location.
///
/// A table is never copied to add a single pattern: new patterns are in small tables on top of the
/// large one, and a table is merged with the next lower one when it is half as large. So each
/// pattern is compiled O(log *n*) times in total, for any sequence of additions and look-ups.
struct LayeredPatternTable<Item: LayeredPatternItem> {
  struct Found {
    let item: Item
    let match: RouteMatch
  }

  /// A class, so that a look-up retains a single reference.
  private final class Layer {
    let table: RouteTable
    let items: [Item]

    init(_ items: [Item]) {
      self.items = items
      table = RouteTable(items.map(\.entry), separatesSchemes: false)
    }
  }

  /// The maximum number of layers in a look-up.
  private static var layerLimit: Int { 12 }

  /// The layers, the oldest and largest first.
  private var layers: [Layer] = []

  /// The items that were added since the last look-up.
  private var added: [Item] = []

  /// The number of compilations of items so far, for tests of the cost.
  private(set) var compiledCount = 0

  var isEmpty: Bool { layers.isEmpty && added.isEmpty }

  /// The number of items, including invalid ones.
  var count: Int { layers.reduce(added.count) { $0 + $1.items.count } }

  init() {}

  mutating func add(_ item: Item) { added.append(item) }

  /// The matching items by rank; the order of equal ranks is undefined.
  ///
  /// - Throws: `match_limit` if the result may be incomplete.
  /// - Complexity: One look-up in each of O(log *n*) tables, at most twelve.
  mutating func matches(_ location: Location) throws(RouterError) -> [Found] {
    var budget = MatchBudget()
    return try matches(location, within: &budget)
  }

  /// The matching items as in ``matches(_:)``, within a budget that several look-ups share.
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

  /// Call this when no look-up is waiting.
  mutating func compact() {
    compileAdded()
    while layers.count > 1,
      layers[layers.count - 2].items.count <= 2 * layers[layers.count - 1].items.count
    {
      joinLastTwo()
    }
  }

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
    // Without this merge, the last layer could be recompiled for every single addition.
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
