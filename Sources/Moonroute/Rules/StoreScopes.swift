package final class StoreScopes {
  package let events = EventScope()

  package let resources = ResourceScope()

  init() {}
}

extension PatternContext {
  package init(_ rules: RouterRules) {
    self.init(types: rules.types, rules: rules.configuration.locationRules)
  }
}
