import LuaRuntime
import Moonroute
import RoutePatterns

/// A function of a script that listens to events.
final class ScriptListener: EventReceiver {
  private let generation: Generation
  private let state: LuaState
  private let record: LuaRecord
  private let function: LuaFunction
  private let breaker: CircuitBreaker

  /// The way to stop listening.
  var registration: Registration?

  /// The shape of the events of the pattern, which are all alike.
  // Read or written in one step; no code is called meanwhile.
  @exclusivity(unchecked) private var shape: Unmanaged<LuaRecordShape>?
  @exclusivity(unchecked) private var shapedID: ObjectIdentifier?

  private var retainedShape: LuaRecordShape?

  /// Retained for ``shapedID``, so that nothing else gets its identity, and for the emitter.
  private var shapedRoute: RouteInfo?

  /// Wraps a function.
  init(_ function: LuaFunction, of generation: Generation) {
    self.function = function
    self.generation = generation
    breaker = generation.calls.breaker
    state = generation.state
    record = generation.bridge.eventRecord
  }

  /// The handler for an event that has several receivers.
  var handler: Handler<Event, Void> {
    .eventual { [self] event in
      if isStopped { return .now(()) }
      guard function.parameterCount != 0 else { return try ended(state.decide(function)) }
      return try ended(state.decide(function, try generation.bridge.record(of: event.state)))
    }
  }

  var isBusy: Bool { state.isRunning }

  var computed: UInt64 { state.lastCost }

  var receivedRoute: RouteInfo? { shapedRoute }

  /// Whether the function is not called any more; then its subscription ends.
  @inline(__always)
  private var isStopped: Bool { !breaker.isQuiet && hasStopped() }

  private func hasStopped() -> Bool {
    guard breaker.isOpen(for: function) else { return false }
    registration?.cancel()
    return true
  }

  func receive(
    _ route: RouteInfo,
    _ path: UnsafeBufferPointer<UInt8>,
    _ separator: UInt8,
    _ captures: UnsafeBufferPointer<RouteCapture>,
    _ rest: EventRest?
  ) throws -> Eventual<Void>? {
    if isStopped { return .now(()) }
    let (path, captures) = (UnsafeRawBufferPointer(path), UnsafeRawBufferPointer(captures))
    if shapedID != ObjectIdentifier(route) { try makeShape(of: route) }
    guard let shape else { return nil }
    guard let rest else {
      // `retainedShape` holds it, and nothing else is received before the script has returned.
      let answer = shape._withUnsafeGuaranteedRef {
        state.tell(function, lending: $0, text: path, ranges: captures, separator: separator)
      }
      guard let answer else { return nil }
      return try ended(answer)
    }
    guard !isBusy else { return nil }
    record.begin(shape.takeUnretainedValue(), text: path, ranges: captures, separator: separator)
    defer { record.end() }
    try generation.bridge.describe(rest.location, rest.extra, in: record)
    return try ended(state.decide(function, record))
  }

  private func makeShape(of route: RouteInfo) throws(LuaError) {
    let made = try generation.bridge.shapes.shape(of: route, leaf: route)
    shape = .passUnretained(made)
    (retainedShape, shapedID, shapedRoute) = (made, ObjectIdentifier(route), route)
  }

  /// The result of the function: it answers nothing that counts, but may wait.
  @inline(__always)
  private func ended(_ answer: LuaDecision) throws -> Eventual<Void> {
    switch answer {
    case .failed(let error): throw generation.calls.stopped(error, function)
    case .suspended(let task): return try later(state.begun(.suspended(task)))
    default:
      if !breaker.isQuiet { breaker.recordSuccess(of: function) }
      return .now(())
    }
  }

  private func later(_ step: LuaStep) throws -> Eventual<Void> {
    // Without a list of captures, as in `begin`.
    guard case .suspended(let task) = step else { return try ended(LuaDecision(step)) }
    return .later {
      let generation = self.generation
      _ = try await generation.calls.finish(task, inBackground: self.function, in: generation)
    }
  }
}
