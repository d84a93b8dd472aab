import LuaRuntime
import Moonroute
import RoutePatterns

extension Generation {
  /// Counts what is about to be kept for the scripts, for as long as the answer lives.
  ///
  /// - Parameters:
  ///   - category: What it is kept as.
  ///   - bytes: The memory that the values in it take. Default: none.
  /// - Returns: To be held wherever that is kept.
  /// - Throws: `memory_limit` when the host may not keep as much.
  func charge(_ category: MemoryCategory, _ bytes: Int = 0) throws(LuaError) -> MemoryCharge {
    try reserve(category, bytes)
    return count(category, bytes)
  }

  /// Counts what is kept already.
  func count(_ category: MemoryCategory, _ bytes: Int = 0) -> MemoryCharge {
    account(of: category).charge(category, category.flatBytes + bytes)
  }

  /// Makes sure that something may be kept.
  ///
  /// - Throws: `memory_limit` when it may not, even after what nobody holds has been let go of.
  func reserve(_ category: MemoryCategory, _ bytes: Int = 0) throws(LuaError) {
    let growth = category.flatBytes + bytes
    guard !hasRoom(for: growth) else { return }
    sweep()
    guard !hasRoom(for: growth) else { return }
    throw LuaError(.memoryLimit, refusal)
  }

  /// Makes sure that the open may keep where a decision has led it, and what that passes along.
  func reserve(forAnswer bytes: Int) throws(RouterError) {
    do throws(LuaError) {
      try reserve(.states, bytes)
    } catch {
      throw explained(error)
    }
  }

  /// What is kept for the scripts, those of this generation and what has outlived others.
  var hostBytes: Int {
    ownMemory.total + sharedMemory.total + state.hostValueBytes - hostValueBytesAtFirst
  }

  private func account(of category: MemoryCategory) -> HostMemoryAccount {
    category.isShared ? sharedMemory : ownMemory
  }

  private func hasRoom(for growth: Int) -> Bool {
    guard !setup.limits.hasAllLibraries else { return true }
    return hostBytes + growth <= setup.memoryLimit
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
    var parts = MemoryCategory.allCases.map { (category: $0, bytes: account(of: $0)[$0]) }
    parts.append((.objects, state.hostValueBytes - hostValueBytesAtFirst))
    let largest = parts.filter { $0.bytes > 0 }.sorted { $0.bytes > $1.bytes }.prefix(3)
    let list = largest.map { "\($0.category.label) \(Self.size($0.bytes))" }.joined(separator: ", ")
    let advice = largest.first?.category.advice ?? "Keep less at once."
    return "The host keeps \(Self.size(hostBytes)) for the scripts and may not keep more than"
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
      result.lifetimeToken = try charge(.results, result.value.hostBytes)
    }
    return result
  }

  /// Has the states of an open that the scripts ask for counted.
  ///
  /// - Parameter messages: The names of the messages of its screen that functions hear. Default:
  ///   none.
  /// - Returns: What counts a state by its location and what is passed along.
  func chargeState(
    hearing messages: some Sequence<String> = []
  ) -> (Location, Value) -> any LifetimeToken {
    let account = sharedMemory
    let flat = messages.reduce(MemoryCategory.states.flatBytes) {
      $0 + MemoryCategory.functions.flatBytes + $1.hostBytes
    }
    return { location, extra in
      account.charge(.states, flat + location.hostBytes + extra.hostBytes)
    }
  }
}
