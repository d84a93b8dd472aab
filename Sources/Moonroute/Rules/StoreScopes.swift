/// The events and resources that belong to one set of rules.
package final class StoreScopes {
  package let events = EventScope()

  package let resources = ResourceScope()

  /// Makes empty ones.
  init() {}
}

extension PatternContext {
  package init(_ rules: RouterRules) {
    self.init(types: rules.types, rules: rules.configuration.locationRules)
  }
}
