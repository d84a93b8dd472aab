extension Router {
  func prepare(
    _ screen: Screen.ID,
    _ life: ScreenLife?,
    _ options: OpenOptions,
    from source: Screen.ID?
  ) {
    let link = links.hold(screen)
    if let life { lives[screen] = life }
    guard !options.messages.isEmpty else { return }
    // The listener of an opener named in the options ends with the opener's screen.
    let opener = options.source.flatMap { self.owner(of: $0) }
    for (name, listener) in options.messages {
      _ = link.add(message: name, owner: opener, while: options.isHearing) { [weak self] value in
        listener.take(value, on: self?.home)
      }
    }
  }

  func forget(_ screen: Screen.ID) {
    guard stage.screen(screen) == nil else { return }
    lives[screen] = nil
    links.drop(screen)?.end(ScreenResult(.null, .removed))
  }

  /// Releases the data of screens that left, and notifies the observers.
  func changed(by change: StageChange) {
    let transition = change.transition
    for host in presentHosts() { host.apply(change) }
    if links.areObserved || !observers.turns.isEmpty { noteTurns(of: change) }
    for id in transition.removed {
      links.pendingNews.append(.end(id, links.results[id] ?? ScreenResult(.null, links.reason)))
    }
    (links.results, links.reason) = ([:], .removed)
    links.pendingNews.append(.change(change))
    notifyPending()
  }

  private func noteTurns(of change: StageChange) {
    let transition = change.transition
    let (before, after) = (change.before.visible, change.after.visible)
    let (seen, shown) = (Set(before.map(\.id)), Set(after.map(\.id)))
    for screen in before.reversed() where !shown.contains(screen.id) {
      links.pendingNews.append(.turn(ScreenTurnEvent(turn: .disappear, screen: screen)))
    }
    if !transition.removed.isEmpty {
      let gone = Set(transition.removed)
      for screen in change.before.screens.reversed() where gone.contains(screen.id) {
        links.pendingNews.append(.turn(ScreenTurnEvent(turn: .close, screen: screen)))
      }
    }
    for screen in after where !seen.contains(screen.id) {
      links.pendingNews.append(.turn(ScreenTurnEvent(turn: .appear, screen: screen)))
    }
  }

  /// If an observer changes the stage, the new change is announced after the current one.
  private func notifyPending() {
    guard !links.isNotifying else { return }
    links.isNotifying = true
    while !links.pendingNews.isEmpty {
      var news = links.pendingNews
      links.pendingNews = []
      for item in news { notify(of: item) }
      // The next change uses the same memory.
      news.removeAll(keepingCapacity: true)
      if links.pendingNews.isEmpty { links.pendingNews = news }
    }
    links.isNotifying = false
  }

  private func notify(of news: ScreenLinks.News) {
    switch news {
    case .turn(let event):
      links[event.screen.id]?.take(event.turn, event.screen)
      observers.turns.publish(event)
    case .end(let id, let result):
      if !lives.isEmpty { lives[id] = nil }
      links.drop(id)?.end(result)
    case .change(let change):
      observers.stage.publish(.changed(change))
      observers.events.publish(.didChange(change.transition))
    case .update(let screen): observers.stage.publish(.updated(screen))
    }
  }

  /// Notifies the observers after a part of late routes was loaded.
  package func noteLoaded(_ part: LateRoutes.Part, in time: Duration) {
    observers.events
      .publish(.partLoaded(module: part.module, params: part.values, time: time))
  }

  func updated(_ id: Screen.ID) {
    let isObserved = !observers.stage.isEmpty
    guard isObserved || !mirror.isEmpty, let screen = stage.screen(id) else { return }
    for host in mirror.hosts { host.update(screen) }
    guard isObserved else { return }
    links.pendingNews.append(.update(screen))
    notifyPending()
  }
}
