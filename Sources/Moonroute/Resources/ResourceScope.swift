import RoutePatterns
import TextTools

/// The resources that belong together: those of the program, or those of one load of the scripts.
package final class ResourceScope {
  /// Whether it is in force, known to what it replaced.
  let life = ResourceScopeLife()

  private var table = LayeredPatternTable<ResourceEntry>()
  private var names: [String: ResourceEntry] = [:]
  private var patterns: [String: ResourceEntry] = [:]
  private var places: [RoutePlace: ResourceEntry] = [:]
  private var lastNumber = 0
  private var addedSince = 0
  private let changeCounter = ChangeCounter()

  /// The changes of the program's resources by scripts that are being loaded: how each is taken
  /// back if they come to nothing, and what is left to do once they are in force.
  private var changes: [(undo: () -> Void, finish: () -> Void)] = []

  /// The patterns ever compiled, for tests.
  var compiledCount: Int { table.compiledCount }

  /// Makes an empty scope.
  package init() {}

  /// Notes a change of what belongs to others.
  func note(undo: @escaping () -> Void, finish: @escaping () -> Void = {}) {
    changes.append((undo, finish))
  }

  /// Takes back what was changed of others, since the scripts came to nothing.
  package func takeBackChanges() {
    let before = changes
    changes = []
    for change in before.reversed() { change.undo() }
  }

  /// Does what is left to do, since the scripts are in force.
  func finishChanges() {
    let before = changes
    changes = []
    for change in before { change.finish() }
  }

  /// The resource of a name, or `nil`.
  func entry(named name: String) -> ResourceEntry? { living(names[name]) }

  /// The resource whose pattern has that text, or `nil`.
  func entry(pattern text: String) -> ResourceEntry? { living(patterns[text.trimmed]) }

  /// The resource of a place, or `nil`.
  func entry(at pattern: RoutePattern) -> ResourceEntry? { living(places[RoutePlace(pattern)]) }

  /// The resource that a location means, with what its pattern captures.
  ///
  /// - Throws: `match_limit`.
  func found(
    _ location: Location
  ) throws(RouterError) -> LayeredPatternTable<ResourceEntry>.Found? {
    // The objects that the table drops may do anything at their end, so that has to wait.
    let before = table
    defer { _ = before }
    let found = try table.matches(location)
    guard let first = found.first else { return nil }
    return found.dropFirst()
      .prefix { !first.item.entry.outranks($0.item.entry) }
      .reduce(first) { $1.item.number < $0.item.number ? $1 : $0 }
  }

  /// All resources in the order of their registration.
  var entries: [ResourceEntry] {
    places.values.filter { !$0.isGone }.sorted { $0.number < $1.number }
  }

  /// Adds a resource; nothing is at its place.
  func add(
    _ pattern: RoutePattern,
    name: String?,
    content: ResourceContent,
    isPersistent: Bool,
    owner: AnyObject?
  ) -> ResourceEntry {
    tidyUp()
    lastNumber += 1
    addedSince += 1
    let entry = ResourceEntry(
      pattern,
      name: name,
      number: lastNumber,
      content: content,
      isPersistent: isPersistent,
      registration: Registration(owner: owner, changeCounter: changeCounter)
    )
    (patterns[pattern.text], places[RoutePlace(pattern)]) = (entry, entry)
    if let name { names[name] = entry }
    table.add(entry)
    return entry
  }

  /// Gives a resource another name.
  func rename(_ entry: ResourceEntry, _ name: String?) {
    if let old = entry.name, names[old] === entry { names[old] = nil }
    entry.name = name
    if let name { names[name] = entry }
  }

  func end() {
    life.isEnded = true
    let before = (names, patterns, places, table)
    defer { _ = before }
    (names, patterns, places, table) = ([:], [:], [:], LayeredPatternTable())
  }

  private func living(_ entry: ResourceEntry?) -> ResourceEntry? {
    entry.flatMap { $0.isGone ? nil : $0 }
  }

  /// Drops what does not count any more, once that is worth the time.
  private func tidyUp() {
    if addedSince > max(64, places.count / 2) { sweep() }
  }

  /// Drops what does not count any more.
  package func sweep() {
    addedSince = 0
    let before = (names, patterns, places, table)
    defer { _ = before }
    names = names.filter { !$0.value.isGone }
    patterns = patterns.filter { !$0.value.isGone }
    places = places.filter { !$0.value.isGone }
    if table.count > 2 * places.count { table.sweep() }
  }
}

extension RoutePlace {
  fileprivate init(_ pattern: RoutePattern) {
    shapeKey = pattern.shapeKey
    scheme = pattern.scheme
    host = pattern.host
    priority = 0
    isCaseSensitive = true
  }
}
