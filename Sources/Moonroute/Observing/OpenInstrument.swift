/// Something that sees opens from their beginning to their end, such as a tracer.
package protocol OpenInstrument: Sendable {
  /// Runs an open.
  ///
  /// - Parameters:
  ///   - open: The open.
  ///   - isolation: The router's executor.
  ///   - run: Runs it; to be called once.
  /// - Returns: What `run` answers.
  func around(
    _ open: InstrumentedOpen,
    isolation: isolated (any Actor)?,
    _ run: () async -> Outcome
  ) async -> Outcome
}

/// The beginning of an open, as an instrument hears of it.
package struct InstrumentedOpen: Sendable {
  /// The number among all opens of the router, counted from 1.
  package let number: UInt64

  /// The number of the open inside which it began.
  package let parent: UInt64?

  /// The text that was asked for.
  package let text: String

  /// The purpose of the open.
  package let purpose: OpenPurpose
}

extension Router {
  /// Runs an open inside of the instruments.
  func observed(
    _ navigation: Navigation,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Outcome {
    guard !hooks.instruments.isEmpty else { return await outcome(of: navigation) }
    let request = navigation.request
    let open = InstrumentedOpen(
      number: request.id,
      parent: request.parent?.id,
      text: navigation.text,
      purpose: request.purpose
    )
    return await observed(open, by: hooks.instruments[...], isolation) {
      _ = isolation
      return await self.outcome(of: navigation)
    }
  }

  private func observed(
    _ open: InstrumentedOpen,
    by instruments: ArraySlice<any OpenInstrument>,
    _ isolation: isolated (any Actor)?,
    _ run: () async -> Outcome
  ) async -> Outcome {
    guard let first = instruments.first else { return await run() }
    return await first.around(open, isolation: isolation) {
      _ = isolation
      return await self.observed(open, by: instruments.dropFirst(), isolation, run)
    }
  }
}
