import RoutePatterns

/// An observer of opens from start to end, such as a tracer.
package protocol OpenInstrument: Sendable {
  /// `run` must be called once, on the router's executor.
  func around(
    _ open: InstrumentedOpen,
    isolation: isolated (any Actor)?,
    _ run: () async -> Outcome
  ) async -> Outcome

  /// Called after each step. The default implementation does nothing.
  func note(_ step: OutcomeStep, at place: OpenPlace)
}

extension OpenInstrument {
  package func note(_ step: OutcomeStep, at place: OpenPlace) {}
}

/// The start of an open, or of a check of screens on the stage, for an instrument.
package struct InstrumentedOpen: Sendable {
  /// The number among all opens of the router, counted from 1.
  package let number: UInt64

  package let parent: UInt64?

  /// The index of the enclosing open's step.
  package let parentStep: Int?

  package let text: String

  package let purpose: OpenPurpose
}

extension Router {
  func observed(
    _ open: Open,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Outcome {
    guard !hooks.instruments.isEmpty else { return await outcome(of: open) }
    return await observed(open) {
      _ = isolation
      return await self.outcome(of: open)
    }
  }

  /// Runs an open, or a check outside any open, within the instruments.
  func observed(
    _ open: Open,
    isolation: isolated (any Actor)? = #isolation,
    _ run: () async -> Outcome
  ) async -> Outcome {
    let observed = InstrumentedOpen(
      number: open.id,
      parent: open.parent?.id,
      parentStep: open.parent?.context.stepCount,
      text: open.text,
      purpose: open.purpose
    )
    return await self.observed(observed, by: hooks.instruments[...], isolation, run)
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

  /// The clock for measuring the steps of an open, if they are measured.
  func stopwatch(for options: OpenOptions) -> (() -> Duration)? {
    if let stopwatch = hooks.stopwatch { return stopwatch }
    guard options.recordsTiming || !hooks.instruments.isEmpty else { return nil }
    return clock.elapsed
  }
}

/// The result of a check outside any open.
enum DetachedEnding {
  /// All screens may stay or leave as planned, or the screen was built.
  case done
  case led(Location)
  /// The check was refused, or a handler threw.
  case failed(OpenFailure)
}

extension Open {
  /// The outcome of a check for instruments; it shows nothing.
  var detachedOutcome: Outcome {
    switch ending {
    case .done?: makeOutcome(.handled)
    case .failed(let failure)?: makeOutcome(failed: failure)
    case nil: makeOutcome(failed: .cancelled)
    case .led(let target)?: makeOutcome(.intercepted) { $0.redirects.append(target) }
    }
  }
}
