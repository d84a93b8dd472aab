import RoutePatterns

/// Parsed locations, borrowed one by one without copying, as by a caller that retains a location.
final class HeldLocations {
  /// A location that cannot be copied by accident.
  struct Held: ~Copyable {
    let location: Location
  }

  private let locations: UnsafeMutablePointer<Held>
  private let count: Int

  init(_ all: [Location]) {
    locations = .allocate(capacity: all.count)
    count = all.count
    for (index, location) in all.enumerated() {
      (locations + index).initialize(to: Held(location: location))
    }
  }

  deinit {
    locations.deinitialize(count: count)
    locations.deallocate()
  }

  @inline(__always)
  func reduce(_ start: Int, _ next: (Int, borrowing Held) -> Int) -> Int {
    var sum = start
    for index in 0..<count { sum = next(sum, locations[index]) }
    return sum
  }
}
