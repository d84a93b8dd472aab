extension Router {
  /// Lets the stores know what they need of the router.
  func connectStores() {
    events.context = { [weak self] in PatternContext(self?.rules ?? RouterRules()) }
    events.viewOwner = { [weak self] in self?.viewOwner }
    events.base = { [weak self] in self?.stage.top?.location }
    events.adopt(rules.stores.events)
    resources.context = events.context
    resources.viewOwner = events.viewOwner
    resources.base = events.base
    resources.adopt(rules.stores.resources)
    _ = observers.add { [weak events] event in
      events?.announce(event.name) { event.extra }
    }
  }
}
