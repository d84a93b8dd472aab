import LuaRuntime
import Moonroute
import RoutePatterns

/// Accounts for the memory that the host holds for the scripts of one generation.
final class GenerationMemory {
  private let state: LuaState
  private let scope: RegistrationScope

  private let limit: Int?

  /// The accounts for the objects of this generation, and for objects that outlive it.
  private let own = HostMemoryAccount()
  private let shared: HostMemoryAccount

  /// The bytes of the functions and objects that scripts have initially.
  private var hostValueBytesAtFirst = 0

  /// The charges of registrations that cannot be cancelled.
  private var lasting: [MemoryCharge] = []

  init(limit: Int?, state: LuaState, scope: RegistrationScope, shared: HostMemoryAccount) {
    self.limit = limit
    self.state = state
    self.scope = scope
    self.shared = shared
  }

  /// The identity of the shared account of all generations of a router.
  var application: ObjectIdentifier { ObjectIdentifier(shared) }

  func beginCounting() { hostValueBytesAtFirst = state.hostValueBytes }

  func keep(_ charge: MemoryCharge) { lasting.append(charge) }

  /// Charges memory that the host is about to hold for the scripts, while the result lives.
  func charge(_ category: MemoryCategory, _ bytes: Int = 0) throws(LuaError) -> MemoryCharge {
    try reserve(category, bytes)
    return count(category, bytes)
  }

  func count(_ category: MemoryCategory, _ bytes: Int = 0) -> MemoryCharge {
    account(of: category).charge(category, category.flatBytes + bytes)
  }

  /// Throws `memory_limit` if the bytes exceed the limit, even after a ``sweep()``.
  func reserve(_ category: MemoryCategory, _ bytes: Int = 0) throws(LuaError) {
    let growth = category.flatBytes + bytes
    guard !hasRoom(for: growth) else { return }
    sweep()
    guard !hasRoom(for: growth) else { return }
    throw LuaError(.memoryLimit, refusal)
  }

  /// The bytes that the host holds for this generation and for objects of earlier ones.
  var hostBytes: Int {
    own.total + shared.total + state.hostValueBytes - hostValueBytesAtFirst
  }

  private func account(of category: MemoryCategory) -> HostMemoryAccount {
    category.isShared ? shared : own
  }

  private func hasRoom(for growth: Int) -> Bool {
    guard let limit else { return true }
    return hostBytes + growth <= limit
  }

  /// The bytes of objects that stay until scripts remove them, by kind.
  var lastingBytes: [Int] {
    [.resources, .registrations, .timers, .tasks].map { (kind: MemoryCategory) in own[kind] }
  }

  /// Releases unreferenced objects that have not been collected yet.
  func sweep() {
    state.collectObjects()
    scope.sweep()
  }

  private var refusal: String {
    var parts = MemoryCategory.allCases.map { (category: $0, bytes: account(of: $0)[$0]) }
    parts.append((.objects, state.hostValueBytes - hostValueBytesAtFirst))
    let largest = parts.filter { $0.bytes > 0 }.sorted { $0.bytes > $1.bytes }.prefix(3)
    let list = largest.map { "\($0.category.label) \(Self.size($0.bytes))" }.joined(separator: ", ")
    let advice = largest.first?.category.advice ?? "Hold less at a time."
    return "The host keeps \(Self.size(hostBytes)) for the scripts, and the limit is"
      + " \(Self.size(limit ?? 0)): \(list). \(advice)"
  }

  private static func size(_ bytes: Int) -> String {
    let tenths = bytes * 10 / (1 << 20)
    return "\(tenths / 10).\(tenths % 10) MiB"
  }
}

extension GenerationMemory {
  /// Charges the states of an open, each by its location and its extra value.
  func chargeState(
    hearing messages: some Sequence<String> = []
  ) -> (Location, Value) -> any LifetimeToken {
    let account = shared
    let flat = messages.reduce(MemoryCategory.states.flatBytes) {
      $0 + MemoryCategory.functions.flatBytes + $1.hostBytes
    }
    return { location, extra in
      account.charge(.states, flat + location.hostBytes + extra.hostBytes)
    }
  }

  func charge(
    changing screen: Screen,
    by growth: Int
  ) throws(LuaError) -> (any LifetimeToken)? {
    let known = screen.lifetimeToken as? MemoryCharge
    if growth == 0, known != nil { return known }
    let values = max(
      0,
      (known?.count ?? MemoryCategory.screens.flatBytes) - MemoryCategory.screens.flatBytes
    )
    if growth > 0 { try reserve(.screens, growth) }
    return count(.screens, max(0, values + growth))
  }
}
