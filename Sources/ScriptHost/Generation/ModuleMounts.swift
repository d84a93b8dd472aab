import LuaRuntime

/// The modules that scripts mounted by name, so that those that were mounted while they ran are there
/// after a reload, too.
struct ModuleMounts {
  /// A module and its place.
  struct Key: Hashable {
    let path: String
    let module: String
    /// The scheme of the scope that mounted it, if any.
    let scheme: String?
  }

  /// A module that was mounted while the scripts ran.
  struct Late {
    let key: Key
    /// Plain data, or nothing.
    let options: LuaValue
    let registration: ScriptRegistration
  }

  /// All modules that were mounted.
  private var mounted: Set<Key> = []

  /// The modules that were mounted while the scripts ran.
  private var late: [Late] = []

  /// The modules that were mounted again by a reload; the scripts do not know yet.
  private var kept: [Key: ScriptRegistration] = [:]

  /// Notes a module that was mounted.
  mutating func note(_ mount: Late, isLate: Bool) {
    mounted.insert(mount.key)
    if isLate { late.append(mount) }
  }

  /// Notes a module that a reload has mounted again.
  mutating func note(kept mount: Late) {
    note(mount, isLate: true)
    kept[mount.key] = mount.registration
  }

  /// The modules that the scripts after these begin with.
  var lasting: [Late] { late.filter(\.registration.isLasting) }

  /// Whether a module was mounted at its place.
  func contains(_ key: Key) -> Bool { mounted.contains(key) }

  /// The registration of a module that a reload has mounted again, when the scripts mount it for
  /// the first time themselves.
  mutating func claim(_ key: Key) -> ScriptRegistration? {
    kept.removeValue(forKey: key).flatMap { $0.isLasting ? $0 : nil }
  }
}
