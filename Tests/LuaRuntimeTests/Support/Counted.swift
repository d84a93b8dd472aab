/// Counts the host objects that are alive.
final class Counted {
  final class Counter {
    var alive = 0
  }

  private let counter: Counter

  init(_ counter: Counter) {
    self.counter = counter
    counter.alive += 1
  }

  deinit {
    counter.alive -= 1
  }
}
