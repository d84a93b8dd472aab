import RoutePatterns

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

  /// Hears of a step once it is done.
  ///
  /// Default: does nothing.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - place: The open, and the place of the step in it.
  func note(_ step: OutcomeStep, at place: OpenPlace)
}

extension OpenInstrument {
  package func note(_ step: OutcomeStep, at place: OpenPlace) {}
}

/// The beginning of an open, or of an asking about screens on the stage, as an instrument hears of
/// it.
package struct InstrumentedOpen: Sendable {
  /// The number among all opens of the router, counted from 1.
  package let number: UInt64

  /// The number of the open inside which it began.
  package let parent: UInt64?

  /// The index of the step of that open inside which it began.
  package let parentStep: Int?

  /// The text that was asked for.
  package let text: String

  package let purpose: OpenPurpose
}

extension Router {
  /// Runs an open inside of the instruments.
  func observed(
    _ navigation: Navigation,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Outcome {
    guard !hooks.instruments.isEmpty else { return await outcome(of: navigation) }
    return await observed(navigation) {
      _ = isolation
      return await self.outcome(of: navigation)
    }
  }

  /// Runs what an open, or an asking beside any, does inside of the instruments.
  func observed(
    _ navigation: Navigation,
    isolation: isolated (any Actor)? = #isolation,
    _ run: () async -> Outcome
  ) async -> Outcome {
    let request = navigation.request
    let open = InstrumentedOpen(
      number: request.id,
      parent: request.parent?.id,
      parentStep: request.parent?.context.stepCount,
      text: navigation.text,
      purpose: request.purpose
    )
    return await observed(open, by: hooks.instruments[...], isolation, run)
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

  /// The clock by which an open measures its steps, if it shall.
  func stopwatch(for options: OpenOptions) -> (() -> Duration)? {
    if let stopwatch = hooks.stopwatch { return stopwatch }
    guard options.measuresSteps || !hooks.instruments.isEmpty else { return nil }
    return clock.elapsed
  }
}

/// How an asking beside any open ended.
enum DetachedEnding {
  /// All may stay, or go, as it was to; or the screen was built.
  case done
  /// A guard leads elsewhere.
  case led(Location)
  /// It was refused, or something erred.
  case failed(OpenFailure)
}

extension Navigation {
  /// The outcome of an asking beside any open, as instruments see it: it shows nothing.
  func outcome(_ ending: DetachedEnding) -> Outcome {
    switch ending {
    case .done: return outcome(.handled)
    case .failed(let failure): return outcome(failed: failure)
    case .led(let target):
      var outcome = outcome(.intercepted)
      outcome.redirects.append(target)
      return outcome
    }
  }
}
