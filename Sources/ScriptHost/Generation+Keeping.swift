import LuaRuntime
import Moonroute
import RoutePatterns

extension Generation {
  /// Counts what is about to be kept for the scripts, for as long as the answer lives.
  ///
  /// - Parameters:
  ///   - store: What it is kept as.
  ///   - bytes: The memory that the values in it take. Default: none.
  /// - Returns: To be held wherever that is kept.
  /// - Throws: `memory_limit` when the host may not keep as much.
  func hold(_ store: KeptStore, _ bytes: Int = 0) throws(LuaError) -> KeptBytes {
    try makeRoom(for: store, bytes)
    return count(store, bytes)
  }

  /// Counts what is kept already.
  func count(_ store: KeptStore, _ bytes: Int = 0) -> KeptBytes {
    ledger(of: store).hold(store, store.flatBytes + bytes)
  }

  /// Makes sure that something may be kept.
  ///
  /// - Throws: `memory_limit` when it may not, even after what nobody holds has been let go of.
  func makeRoom(for store: KeptStore, _ bytes: Int = 0) throws(LuaError) {
    let growth = store.flatBytes + bytes
    guard !hasRoom(for: growth) else { return }
    sweep()
    guard !hasRoom(for: growth) else { return }
    throw LuaError(.memoryLimit, refusal)
  }

  /// Makes sure that the open may keep where a decision has led it, and what that passes along.
  func makeRoom(forAnswer bytes: Int) throws(RouterError) {
    do throws(LuaError) {
      try makeRoom(for: .states, bytes)
    } catch {
      throw explained(error)
    }
  }

  /// What is kept for the scripts, those of this generation and what has outlived others.
  var keptBytes: Int {
    keptHere.total + keptByAll.total + state.hostValueBytes - hostValueBytesAtFirst
  }

  private func ledger(of store: KeptStore) -> KeptLedger {
    store.isShared ? keptByAll : keptHere
  }

  private func hasRoom(for growth: Int) -> Bool {
    guard !setup.limits.hasAllLibraries else { return true }
    return keptBytes + growth <= setup.memoryLimit
  }

  /// Lets go of what nobody holds any more but what has not been noticed yet.
  func sweep() {
    state.collectObjects()
    stores?.resources.sweep()
    stores?.events.sweep()
    router.sweepListeners()
    if phase != .replaced { rules.sweep() }
  }

  /// What to say when nothing more may be kept: how much is kept where, and what to do.
  private var refusal: String {
    var parts = KeptStore.allCases.map { (store: $0, bytes: ledger(of: $0)[$0]) }
    parts.append((.objects, state.hostValueBytes - hostValueBytesAtFirst))
    let largest = parts.filter { $0.bytes > 0 }.sorted { $0.bytes > $1.bytes }.prefix(3)
    let list = largest.map { "\($0.store.label) \(Self.size($0.bytes))" }.joined(separator: ", ")
    let advice = largest.first?.store.advice ?? "Keep less at once."
    return "The host keeps \(Self.size(keptBytes)) for the scripts and may not keep more than"
      + " \(Self.size(setup.memoryLimit)): \(list). \(advice)"
  }

  /// Bytes in words, with one place after the point.
  private static func size(_ bytes: Int) -> String {
    let tenths = bytes * 10 / (1 << 20)
    return "\(tenths / 10).\(tenths % 10) MiB"
  }
}

extension Generation {
  /// The result of a screen that a script closes or dismisses.
  func result(
    _ lua: LuaValue,
    _ reason: ScreenResult.Reason
  ) throws(LuaError) -> ScreenResult {
    var result = ScreenResult(value(lua), reason)
    if result.value.isLarge {
      result.lifetimeToken = try hold(.results, result.value.keptBytes)
    }
    return result
  }

  /// Has the states of an open that the scripts ask for counted.
  ///
  /// - Parameter messages: The names of the messages of its screen that functions hear. Default:
  ///   none.
  /// - Returns: What counts a state by its location and what is passed along.
  func keepState(
    hearing messages: some Sequence<String> = []
  ) -> (Location, Value) -> any LifetimeToken {
    let ledger = keptByAll
    let flat = messages.reduce(KeptStore.states.flatBytes) {
      $0 + KeptStore.functions.flatBytes + $1.keptBytes
    }
    return { location, extra in
      ledger.hold(.states, flat + location.keptBytes + extra.keptBytes)
    }
  }
}
