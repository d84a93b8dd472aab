import RoutePatterns
import TextTools

/// The events of the program, or of one load of the scripts.
///
/// The scope of a reload is filled while the old one is active, and then replaces it as a whole.
package final class EventScope {
  /// How many ended subscriptions are kept before a sweep.
  private static let slack = 64

  /// Lets subscriptions check whether the scope is active.
  let life = EventScopeLife()

  private(set) var names: [String: EventChannel] = [:]
  private(set) var channels: [String: EventChannel] = [:]

  private var table = LayeredPatternTable<EventChannel>()
  private var ownTable = LayeredPatternTable<EventChannel>()
  private let changeCounter = ChangeCounter()
  private var changedBefore = 0
  private var tidyCount = 0
  private var addedSince = 0
  private var subscriptionCount = 0
  private var lastNumber: UInt64 = 0

  package init() {}

  static let ownScheme = "moonroute"

  /// Whether the router's own events may have subscriptions.
  var hearsRouter: Bool { !ownTable.isEmpty }

  var keepsSticky = false

  /// Whether the fleet keeps events of a pattern.
  var keepsDurable = false

  /// The number of compiled patterns so far, for tests.
  var compiledCount: Int { table.compiledCount + ownTable.compiledCount }

  var locationRules = LocationRules.standard

  /// The channels by rank; throws `match_limit` if the result may be incomplete.
  func channels(
    for location: Location
  ) throws(RouterError) -> [LayeredPatternTable<EventChannel>.Found] {
    var budget = MatchBudget()
    return try channels(for: location, within: &budget)
  }

  /// The channels for a location, within a budget that several look-ups share.
  func channels(
    for location: Location,
    within budget: inout MatchBudget
  ) throws(RouterError) -> [LayeredPatternTable<EventChannel>.Found] {
    guard location.scheme == Self.ownScheme else {
      return try table.matches(location, within: &budget)
    }
    return try ownTable.matches(location, within: &budget)
  }

  /// Returns the channel of a pattern, creating it if necessary.
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

  /// Each name belongs to one pattern.
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

  func add(
    _ options: EventSubscribing,
    to channel: EventChannel,
    handler: Handler<LinkEvent, Void>
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

  /// Whether subscriptions were added or cancelled since the last ``tidyUp()``.
  var isUntidy: Bool { changeCounter.count != tidyCount }

  /// Removes ended subscriptions once there are enough of them.
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

  /// Removes ended subscriptions and unused channels.
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
  var isEnded = false

  init() {}
}
