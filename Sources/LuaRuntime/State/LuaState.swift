internal import CLua

/// One Lua state: scripts, their environments, and their values.
///
/// Only one executor at a time may use a state; it is not `Sendable`. A script cannot crash it, or
/// the process: every failure of a script is returned or thrown as a ``LuaError``.
///
/// ```swift
/// let state = try LuaState()
/// let environment = try state.makeEnvironment()
/// let chunk = try state.load("return 1 + 1", name: "sum.lua", environment: environment)
/// try state.call(chunk)  // [2]
/// ```
public final class LuaState {
  /// The linked release of Lua, such as `Lua 5.4.4`.
  public static var release: String { String(cString: clua_release()) }

  /// The limits of the state.
  public let limits: LuaLimits
  let stateHandle: StateHandle
  // Each access ends before other code runs, so none needs a run-time check.
  @exclusivity(unchecked) var handles = LuaHandles()
  var classes: [LuaClass] = []
  var unknownFields: [[String]: LuaFunction] = [:]
  /// The short names of fields that scripts use.
  let names = LuaNames()
  var scripts = CompiledScripts()
  // Each access ends before other code runs, so none needs a run-time check.
  /// Data about a script that begins to wait.
  @exclusivity(unchecked) var suspension = Suspension()
  /// The buffer for the answer of a guard, allocated once because it is used often.
  let decision = UnsafeMutablePointer<clua_Decision>.allocate(capacity: 1)
  let outgoing = LuaWriter()
  let reply = LuaWriter()
  /// The causes of the errors that the host has raised in Lua.
  var raisedCauses = RaisedCauses()
  private var printFunction: LuaFunction?
  // Each access ends before other code runs, so none needs a run-time check.
  /// Runs when a script has ended or begins to wait, and has changed a table for plain data.
  ///
  /// It must not run scripts.
  @exclusivity(unchecked) public var onPlainChange: (() -> Void)?
  var debugging: LuaDebugging?
  private(set) var currentLimits: CurrentLimits

  /// Opens a state.
  ///
  /// - Parameters:
  ///   - limits: Its limits.
  ///   - label: Its name in errors about values that outlive it, such as `generation 4`.
  /// - Throws: ``LuaErrorCode/memoryLimit`` if the limits are too small for any script.
  public init(limits: LuaLimits = LuaLimits(), label: String = "a closed state") throws(LuaError) {
    self.limits = limits
    currentLimits = CurrentLimits(limits)
    decision.initialize(to: clua_Decision())
    stateHandle = StateHandle(label: label)
    var bounds = clua_Limits(
      memory: max(0, limits.memoryBytes),
      reserve: max(0, limits.reserveBytes),
      block: max(0, limits.blockBytes),
      time: limits.computingTime.nanoseconds,
      value_bytes: max(0, limits.valueBytes),
      value_depth: UInt32(clamping: limits.valueDepth),
      all_libraries: limits.hasAllLibraries
    )
    let context = Unmanaged.passUnretained(self).toOpaque()
    guard let pointer = clua_open(&bounds, answerLua, context) else {
      throw LuaError(.memoryLimit, "the limits are too small for a Lua state")
    }
    stateHandle.open(pointer, for: self)
  }

  deinit {
    debugging?.pauser.end()
    if let pointer = stateHandle.close() { clua_close(pointer) }
    decision.deallocate()
  }

  /// Closes the state: Lua frees its memory, and releases the host's functions and objects.
  ///
  /// Host functions may hold the state themselves; without this, it would never be deinitialized.
  package func close() {
    debugging?.pauser.end()
    debugging = nil
    guard let pointer = stateHandle.close() else { return }
    clua_close(pointer)
    handles = LuaHandles()
    printFunction = nil
  }

  /// Whether an error got past every protection.
  ///
  /// Such a state rejects all further work.
  public var isPoisoned: Bool {
    stateHandle.pointer.map { clua_is_poisoned($0) } ?? false
  }

  /// The bytes that Lua uses.
  public var memoryInUse: Int {
    stateHandle.pointer.map { clua_memory_in_use($0) } ?? 0
  }

  /// The most bytes that Lua ever used.
  public var memoryPeak: Int {
    stateHandle.pointer.map { clua_memory_peak($0) } ?? 0
  }

  /// The bytes that are taken from the system for scripts: at most 1 MiB more than the sum of
  /// ``LuaLimits/memoryBytes`` and ``LuaLimits/reserveBytes``.
  package var memoryTaken: Int {
    stateHandle.pointer.map { clua_memory_taken($0) } ?? 0
  }

  /// The number of functions and objects of the host that Lua holds.
  public var hostValueCount: Int { handles.count }

  /// The bytes charged for the functions and objects of the host that Lua holds.
  public var hostValueBytes: Int { handles.byteCount }

  /// Changes how many bytes scripts may hold from now on.
  ///
  /// Memory already in use is not affected.
  public func limitMemory(toBytes bytes: Int) {
    currentLimits.memoryBytes = bytes
    if let pointer = stateHandle.pointer { clua_limit_memory(pointer, max(0, bytes)) }
  }

  /// Runs code that loads scripts, which may compute longer than a decision, but not without a
  /// limit.
  ///
  /// A script that loads another one gets the time of that script in addition.
  ///
  /// - Parameters:
  ///   - total: How long all scripts may compute together.
  ///   - each: How long each one may compute.
  ///   - body: Loads them.
  /// - Throws: The error of `body`.
  public func loading<Failure>(
    within total: Duration,
    each: Duration,
    _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    let before = currentLimits
    bound(each: each, total: total)
    // The scripts that are loaded first stay, so little can be collected for a while. Delays add
    // up: in a state that loads repeatedly, nothing would be collected.
    if !currentLimits.hasDelayedCollector, let pointer = stateHandle.pointer {
      currentLimits.hasDelayedCollector = true
      clua_delay_collector(pointer, min(Self.uncollectedBytes, currentLimits.memoryBytes / 8))
    }
    defer { bound(each: before.computingTime, total: before.sharedTime) }
    try body()
  }

  /// Runs a test's own code, which may compute longer than the scripts that it tests.
  ///
  /// Its waits share the time. Operations that the code waits for are not included: end the body
  /// there.
  package func computing<Answer, Failure>(
    for time: Duration,
    _ body: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    bound(each: time, total: nil)
    defer { bound(each: limits.computingTime, total: nil) }
    return try body()
  }

  /// The bytes that loading scripts for the first time allocates before the collector runs.
  private static let uncollectedBytes = 4 << 20

  private func bound(each: Duration, total: Duration?) {
    currentLimits.computingTime = each
    currentLimits.sharedTime = total
    guard let pointer = stateHandle.pointer else { return }
    clua_limit_time(pointer, each.nanoseconds)
    clua_share_time(pointer, total?.nanoseconds ?? .max)
  }

  /// Collects all values that no script can reach, and forgets the host's objects among them.
  public func collect() {
    guard let pointer = stateHandle.pointer else { return }
    _ = clua_collect(pointer)
    settle()
  }

  /// Sets the function that receives the text of each `print`, without the end of the line.
  public func onPrint(_ body: @escaping (String, LuaPosition?) -> Void) throws(LuaError) {
    let function = try makeFunction("print") { call in
      let text = call[0].utf8 ?? []
      body(String(decoding: text, as: UTF8.self), call.caller())
      return []
    }
    guard let pointer = stateHandle.pointer else { return }
    printFunction = function
    clua_set_print(pointer, function.number)
  }

  /// Releases the values without a holder, on both sides.
  @inline(__always)
  func settle() {
    guard let pointer = stateHandle.pointer else { return }
    if stateHandle.mayHaveReleased || !handles.fresh.isEmpty || clua_has_dead(pointer) {
      forgetAll()
    }
  }

  private func forgetAll() {
    guard let pointer = stateHandle.pointer, !clua_is_running(pointer) else { return }
    if stateHandle.mayHaveReleased, let released = stateHandle.takeReleased() {
      for task in released.tasks { _ = clua_cancel(pointer, task) }
      for place in released.places { clua_drop_record(pointer, place) }
      for number in released.references { clua_release_reference(pointer, number) }
    }
    var handle: UInt64 = 0
    while clua_take_dead(pointer, &handle) {
      forget(handle)
    }
    guard !handles.fresh.isEmpty else { return }
    for handle in handles.fresh where !clua_is_held(pointer, handle) { forget(handle) }
    handles.fresh.removeAll(keepingCapacity: true)
  }

  /// Collects all values that no script can reach, and forgets the host's objects among them.
  ///
  /// Unlike ``collect()``, a host function may call it, before it makes its answer.
  ///
  /// - Returns: Whether it has collected; it cannot while Lua concatenates values where a script
  ///   cannot wait.
  @discardableResult
  public func collectObjects() -> Bool {
    guard let pointer = stateHandle.pointer else { return true }
    guard clua_is_running(pointer) else {
      collect()
      return true
    }
    let hasCollected = clua_collect_running(pointer) == CLUA_OK
    var handle: UInt64 = 0
    while clua_take_dead(pointer, &handle) { forget(handle) }
    return hasCollected
  }

  /// Reports a change of a table for plain data; Lua must not be running.
  @inline(never)
  func reportPlainChange() {
    guard let pointer = stateHandle.pointer, !clua_is_running(pointer),
      clua_take_plain_change(pointer)
    else { return }
    onPlainChange?()
  }

  private func forget(_ handle: UInt64) {
    if case .object(let object) = handles.remove(handle) { object.handle = nil }
  }
}

extension LuaState {
  func number(of reference: LuaReference) throws(LuaError) -> Int32 {
    guard reference.stateHandle === stateHandle, stateHandle.pointer != nil else {
      throw Self.closedError(reference.typeName, reference.stateHandle)
    }
    return reference.number
  }

  func number(of function: LuaFunction) throws(LuaError) -> Int32 {
    guard function.stateHandle === stateHandle, stateHandle.pointer != nil else {
      throw Self.closedError("function", function.stateHandle)
    }
    return function.number
  }

  private static func closedError(_ typeName: String, _ owner: StateHandle) -> LuaError {
    LuaError(.closed, "this \(typeName) belonged to \(owner.label)")
  }

  /// Returns whether a value can be passed into this state as the same value.
  func owns(_ value: LuaValue) -> Bool {
    switch value {
    case .function(let function): function.stateHandle === stateHandle
    case .reference(let reference): reference.stateHandle === stateHandle
    default: true
    }
  }

  func openPointer() throws(LuaError) -> OpaquePointer {
    guard let pointer = stateHandle.pointer else {
      throw LuaError(.closed, "the Lua state is closed")
    }
    return pointer
  }
}

extension LuaState {
  /// Whether a script is running, so that no other one can be called.
  public var isRunning: Bool { stateHandle.pointer.map { clua_is_running($0) } ?? false }

  /// Whether the running script must stop, so that a host function that works for long should end.
  package var isStopped: Bool { stateHandle.pointer.map { clua_is_stopped($0) } ?? false }

  /// A clock in nanoseconds that runs while scripts run, in steps of some milliseconds.
  ///
  /// It costs almost nothing to read, may pause while no script of the process runs, and is at 0
  /// once the state is closed. The closure does not retain the state.
  package var computingClock: () -> UInt64 {
    { [stateHandle] in stateHandle.pointer.map { clua_clock($0) } ?? 0 }
  }
}
