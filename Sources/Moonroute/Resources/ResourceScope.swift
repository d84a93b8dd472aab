import RoutePatterns
import TextTools

/// A set of resources: the resources of the program, or of one load of the scripts.
package final class ResourceScope {
  /// Lets replacements check whether the scope is active.
  let life = ResourceScopeLife()

  private var table = LayeredPatternTable<ResourceEntry>()
  private var names: [String: ResourceEntry] = [:]
  private var patterns: [String: ResourceEntry] = [:]
  private var places: [RoutePlace: ResourceEntry] = [:]
  private var lastNumber = 0
  private var addedSince = 0
  private let changeCounter = ChangeCounter()

  /// Changes to the program's resources by scripts that are being loaded: how to undo each one if
  /// the load fails, and the remaining work when the load succeeds.
  private var changes: [(undo: () -> Void, finish: () -> Void)] = []

  /// The number of compiled patterns so far, for tests.
  var compiledCount: Int { table.compiledCount }

  package init() {}

  /// Records a change to resources of another scope.
  func note(undo: @escaping () -> Void, finish: @escaping () -> Void = {}) {
    changes.append((undo, finish))
  }

  package func takeBackChanges() {
    let before = changes
    changes = []
    for change in before.reversed() { change.undo() }
  }

  func finishChanges() {
    let before = changes
    changes = []
    for change in before { change.finish() }
  }

  func entry(named name: String) -> ResourceEntry? { living(names[name]) }

  func entry(pattern text: String) -> ResourceEntry? { living(patterns[text.trimmed]) }

  /// The resource with an equivalent pattern, or `nil`.
  func entry(at pattern: RoutePattern) -> ResourceEntry? { living(places[RoutePlace(pattern)]) }

  /// Throws `match_limit` if the look-up is incomplete.
  func found(
    _ location: Location
  ) throws(RouterError) -> LayeredPatternTable<ResourceEntry>.Found? {
    // The deinitializers of dropped objects may run arbitrary code, so they run at the end.
    let before = table
    defer { withExtendedLifetime(before) {} }
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

  /// The place must be free.
  func add(
    _ pattern: RoutePattern,
    name: String?,
    content: ResourceContent,
    isPersistent: Bool,
    initial: Value? = nil,
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
      initial: initial,
      registration: Registration(owner: owner, changeCounter: changeCounter)
    )
    (patterns[pattern.text], places[RoutePlace(pattern)]) = (entry, entry)
    if let name { names[name] = entry }
    table.add(entry)
    return entry
  }

  func rename(_ entry: ResourceEntry, _ name: String?) {
    if let old = entry.name, names[old] === entry { names[old] = nil }
    entry.name = name
    if let name { names[name] = entry }
  }

  func end() {
    life.isEnded = true
    let before = (names, patterns, places, table)
    defer { withExtendedLifetime(before) {} }
    (names, patterns, places, table) = ([:], [:], [:], LayeredPatternTable())
  }

  private func living(_ entry: ResourceEntry?) -> ResourceEntry? {
    entry.flatMap { $0.isGone ? nil : $0 }
  }

  /// Removes invalid resources once there are enough of them.
  private func tidyUp() {
    if addedSince > max(64, places.count / 2) { sweep() }
  }

  package func sweep() {
    addedSince = 0
    let before = (names, patterns, places, table)
    defer { withExtendedLifetime(before) {} }
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
