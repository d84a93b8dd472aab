extension RouteTable {
  /// What a look-up that wants a single route comes to.
  package enum SingleMatch {
    /// No route fits.
    case none
    /// One route fits, the entry of this index.
    case entry(Int)
    /// Several fit, or it takes ``RouteTable/matches(_:)`` to tell.
    case several
  }

  /// The table for look-ups that want a single route.
  package var singleMatchLookup: SingleMatchLookup { SingleMatchLookup(routes: routes) }
}

/// Finds the route that fits a location, if no other one does.
///
/// A copy counts one reference, where one of the table counts several.
package struct SingleMatchLookup: Sendable {
  /// How many values there must be room for: as many as any path has that is looked up this way.
  package static var captureCount: Int { RouteGraph.stackSlots }

  let routes: CompiledTable

  /// Finds the route that fits a path, if no other one does.
  ///
  /// Allocates nothing.
  ///
  /// - Parameters:
  ///   - path: The path, as ``Location/withUnsafePath(_:)`` lends it.
  ///   - separator: The byte between its segments.
  ///   - captures: Room for ``captureCount`` values of the path.
  /// - Returns: The route, unless there are several.
  /// - Complexity: As ``RouteTable/match(_:)``.
  package func singleMatch(
    _ path: UnsafeBufferPointer<UInt8>,
    _ separator: UInt8,
    captures: UnsafeMutableBufferPointer<RouteCapture>
  ) -> RouteTable.SingleMatch {
    routes.singleMatch(path, separator, captures)
  }
}

extension CompiledTable {
  fileprivate func singleMatch(
    _ path: UnsafeBufferPointer<UInt8>,
    _ separator: UInt8,
    _ captures: UnsafeMutableBufferPointer<RouteCapture>
  ) -> RouteTable.SingleMatch {
    guard onlyRoot >= 0, captures.count >= SingleMatchLookup.captureCount,
      let slots = captures.baseAddress
    else { return .several }
    let root = UInt32(truncatingIfNeeded: onlyRoot)
    let found = graph.firstOfChoices(from: root, path, separator, slots)
    guard found.entry >= 0 else { return .none }
    guard !found.hasChoices else { return singleMatchOfChoices(path, separator, captures) }
    return graph.isAlone(found.entry) ? .entry(Int(found.entry)) : .several
  }

  /// Looks whether any choice that was left leads to another route.
  @inline(never)
  private func singleMatchOfChoices(
    _ path: UnsafeBufferPointer<UInt8>,
    _ separator: UInt8,
    _ captures: UnsafeMutableBufferPointer<RouteCapture>
  ) -> RouteTable.SingleMatch {
    var visitor = SingleRoute(of: graph, captures: captures)
    let root = UInt32(truncatingIfNeeded: onlyRoot)
    graph.search(from: root, path, separator, isFolded: false, &visitor)
    guard visitor.isSingle, visitor.entry >= 0 else { return .several }
    return .entry(Int(visitor.entry))
  }
}

extension RouteGraph {
  /// Whether no other entry ends at the same node.
  fileprivate func isAlone(_ entry: Int32) -> Bool {
    !sharesEnds || sameEnd[Int(ranks[Int(entry)])] < 0
  }
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
