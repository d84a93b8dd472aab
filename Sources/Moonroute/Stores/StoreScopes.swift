/// The events and resources that belong to one set of rules.
package final class StoreScopes {
  /// The events.
  package let events = EventScope()

  /// The resources.
  package let resources = ResourceScope()

  /// Makes empty ones.
  init() {}
}
