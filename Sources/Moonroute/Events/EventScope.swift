import RoutePatterns
import TextTools

/// The events that belong together: those of the program, or those of one load of the scripts.
///
/// It is filled beside the running one if wanted and then taken into force whole.
package final class EventScope {
  /// How many ended subscriptions are kept before a sweep.
  private static let slack = 64

  /// Whether it is in force, known to its subscriptions.
  let life = EventScopeLife()

  /// The names, each with its pattern.
  private(set) var names: [String: EventChannel] = [:]

  /// The channels by the text of their pattern.
  private(set) var channels: [String: EventChannel] = [:]

  private var table = LayeredPatternTable<EventChannel>()
  private var ownTable = LayeredPatternTable<EventChannel>()
  private let changeCounter = ChangeCounter()
  private var changedBefore = 0
  private var tidyCount = 0
  private var addedSince = 0
  private var subscriptionCount = 0
  private var lastNumber: UInt64 = 0

  /// Makes an empty scope.
  package init() {}

  /// The scheme of the router's own events.
  static let ownScheme = "moonroute"

  /// Whether the router's own events may have subscriptions.
  var hearsRouter: Bool { !ownTable.isEmpty }

  /// Whether the last event of some pattern was ever to be kept.
  var keepsSticky = false

  /// The patterns ever compiled, for tests.
  var compiledCount: Int { table.compiledCount + ownTable.compiledCount }

  var locationRules = LocationRules.standard

  /// The channels that a location reaches, in the order of their rank.
  ///
  /// - Throws: `match_limit` if some may be missing.
  func channels(
    for location: Location
  ) throws(RouterError) -> [LayeredPatternTable<EventChannel>.Found] {
    var budget = MatchBudget()
    return try channels(for: location, within: &budget)
  }

  /// The channels that a location reaches, within a budget that several look-ups share.
  func channels(
    for location: Location,
    within budget: inout MatchBudget
  ) throws(RouterError) -> [LayeredPatternTable<EventChannel>.Found] {
    guard location.scheme == Self.ownScheme else {
      return try table.matches(location, within: &budget)
    }
    return try ownTable.matches(location, within: &budget)
  }

  /// The channel of a pattern, made if it is not there yet.
  func channel(
    _ text: String,
    name: String?,
    in context: PatternContext
  ) throws(RouterError) -> EventChannel {
    let text = text.trimmed
    if let known = channels[text] { return known }
    let pattern = try context.pattern(text)
    if let known = channels[pattern.text] { return known }
    let channel = EventChannel(pattern, name: name)
    channels[pattern.text] = channel
    if pattern.scheme == Self.ownScheme { ownTable.add(channel) } else { table.add(channel) }
    return channel
  }

  /// Gives a pattern a name, which no other pattern may have.
  func name(_ channel: EventChannel, _ name: String) throws(RouterError) {
    let name = name.trimmed
    guard !StoreKey.isLocation(name) else { throw .badEventName(name) }
    if let other = names[name] {
      guard other === channel else { throw .takenEventName(name, by: other.pattern.text) }
      return
    }
    names[name] = channel
    channel.name(name)
    channel.isDeclared = true
  }

  /// Adds a subscription.
  func add(
    _ options: EventSubscribing,
    to channel: EventChannel,
    handler: Handler<Event, Void>
  ) -> EventSubscription {
    lastNumber += 1
    let subscription = EventSubscription(
      lastNumber,
      in: life,
      options,
      registration: Registration(owner: options.owner, changeCounter: changeCounter),
      handler: handler
    )
    channel.add(subscription)
    subscriptionCount += 1
    addedSince += 1
    changeCounter.add()
    return subscription
  }

  /// Whether something was added or cancelled since ``tidyUp()``.
  var isUntidy: Bool { changeCounter.count != tidyCount }

  /// Drops what does not count any more, once that is worth the time.
  ///
  /// - Complexity: O(1) on average for each subscription and each cancellation.
  func tidyUp() {
    let count = changeCounter.count
    let cancelled = count - changedBefore - addedSince
    let limit = max(Self.slack, subscriptionCount / 2)
    if cancelled > limit || addedSince > limit { sweep() }
    table.compact()
    ownTable.compact()
    tidyCount = changeCounter.count
  }

  func end() {
    life.isEnded = true
    for channel in channels.values { channel.removeAll() }
    (channels, names) = ([:], [:])
    (table, ownTable) = (LayeredPatternTable(), LayeredPatternTable())
  }

  /// Drops what does not count any more.
  package func sweep() {
    (changedBefore, addedSince, subscriptionCount) = (changeCounter.count, 0, 0)
    for (text, channel) in channels {
      channel.sweep()
      subscriptionCount += channel.subscriptions.count
      guard channel.subscriptions.isEmpty, !channel.isDeclared else { continue }
      channel.isGone = true
      channels[text] = nil
    }
    let count = table.count + ownTable.count
    guard count > 2 * channels.count + Self.slack else { return }
    table.sweep()
    ownTable.sweep()
  }
}

final class EventScopeLife {
  /// Whether nothing in it counts any more.
  var isEnded = false

  /// Begins a life.
  init() {}
}
