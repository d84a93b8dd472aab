extension RouteTable {
  /// What a look-up that wants a single route comes to.
  package enum Sole {
    /// No route fits.
    case none
    /// One route fits, the entry of this index.
    case entry(Int)
    /// Several fit, or it takes ``RouteTable/matches(_:)`` to tell.
    case several
  }

  /// The table for look-ups that want a single route.
  package var soleRoutes: SoleRoutes { SoleRoutes(routes: routes) }
}

/// Finds the route that fits a location, if no other one does.
///
/// A copy counts one reference, where one of the table counts several.
package struct SoleRoutes: Sendable {
  let routes: FrozenRoutes

  /// Finds the route that fits a location, if no other one does.
  ///
  /// Allocates nothing.
  ///
  /// - Parameters:
  ///   - location: The location.
  ///   - captures: Room for the values of its path.
  /// - Returns: The route, unless there are several or more values than there is room for.
  /// - Complexity: As ``RouteTable/match(_:)``.
  package func sole(
    _ location: Location,
    captures: UnsafeMutableBufferPointer<RouteCapture>
  ) -> RouteTable.Sole {
    routes.sole(location, captures)
  }
}

extension FrozenRoutes {
  fileprivate func sole(
    _ location: Location,
    _ captures: UnsafeMutableBufferPointer<RouteCapture>
  ) -> RouteTable.Sole {
    guard onlyRoot >= 0 else { return .several }
    return location.withPathKey { path in
      withUnsafeTemporaryAllocation(of: RouteCapture.self, capacity: 128) { slots in
        guard let slots = slots.baseAddress else { return .several }
        let root = UInt32(truncatingIfNeeded: onlyRoot)
        let found = graph.firstOfChoices(from: root, path, location.separator, slots)
        guard found.entry >= 0 else { return .none }
        guard !found.hasChoices else { return sole(path, location.separator, captures) }
        let count = graph.answers.withUnsafeBufferPointer { Int($0[Int(found.entry)].slotCount) }
        guard count <= captures.count, graph.isAlone(found.entry) else { return .several }
        for index in 0..<count { captures[index] = slots[index] }
        return .entry(Int(found.entry))
      }
    }
  }

  /// Looks whether any choice that was left leads to another route.
  @inline(never)
  private func sole(
    _ path: UnsafeBufferPointer<UInt8>,
    _ separator: UInt8,
    _ captures: UnsafeMutableBufferPointer<RouteCapture>
  ) -> RouteTable.Sole {
    var sink = SoleRoute(of: graph, captures: captures)
    let root = UInt32(truncatingIfNeeded: onlyRoot)
    graph.search(from: root, path, separator, isFolded: false, &sink)
    guard sink.isSole, sink.entry >= 0 else { return .several }
    return .entry(Int(sink.entry))
  }
}

extension RouteGraph {
  /// Whether no other entry ends at the same node.
  fileprivate func isAlone(_ entry: Int32) -> Bool { sameEnd[Int(ranks[Int(entry)])] < 0 }
}

extension Location {
  /// Gives access to the decoded path and to the byte between its segments.
  ///
  /// Answers nothing, so that other modules call it as fast as this one does.
  package func withUnsafePath(
    _ body: (_ path: UnsafeBufferPointer<UInt8>, _ separator: UInt8) -> Void
  ) {
    withPathKey { body($0, separator) }
  }
}
