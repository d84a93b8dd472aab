import LuaRuntime
import Moonroute
import RoutePatterns

extension Generation {
  /// Charges memory that the host is about to hold for the scripts while the result lives.
  ///
  /// - Parameters:
  ///   - category: The kind of object.
  ///   - bytes: The memory that the values in it take. Default: none.
  /// - Returns: The charge, to be stored beside the object.
  /// - Throws: `memory_limit` when the host may not hold as much.
  func charge(_ category: MemoryCategory, _ bytes: Int = 0) throws(LuaError) -> MemoryCharge {
    try reserve(category, bytes)
    return count(category, bytes)
  }

  /// Charges memory that the host holds already.
  func count(_ category: MemoryCategory, _ bytes: Int = 0) -> MemoryCharge {
    account(of: category).charge(category, category.flatBytes + bytes)
  }

  /// Makes sure that the host may hold something more.
  ///
  /// - Throws: `memory_limit` when it may not, even after unreferenced objects have been released.
  func reserve(_ category: MemoryCategory, _ bytes: Int = 0) throws(LuaError) {
    let growth = category.flatBytes + bytes
    guard !hasRoom(for: growth) else { return }
    sweep()
    guard !hasRoom(for: growth) else { return }
    throw LuaError(.memoryLimit, refusal)
  }

  /// Makes sure that the open may hold the location and the value that a decision answers.
  func reserve(forAnswer bytes: Int) throws(RouterError) {
    do throws(LuaError) {
      try reserve(.states, bytes)
    } catch {
      throw explained(error)
    }
  }

  /// The bytes that the host holds for this generation and for objects of earlier ones.
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

  /// Releases unreferenced objects that have not been collected yet.
  func sweep() {
    state.collectObjects()
    stores?.resources.sweep()
    stores?.events.sweep()
    router.sweepListeners()
    if phase != .replaced { rules.sweep() }
  }

  /// The message of a refusal: how much the host holds in which categories, and what to do.
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

  /// Charges the states of an open that the scripts ask for.
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
