import LuaRuntime
import Moonroute

/// The modules that scripts mounted.
///
/// Mounting a module at its place again has no effect, and modules that were mounted by name while
/// scripts ran are mounted again by a reload.
struct ModuleMounts {
  struct Key: Hashable {
    let path: String
    let module: Module
    /// The scheme of the scope that mounted it, if any.
    let scheme: String?

    /// The name of the module, or `nil` for a list that is written in a script.
    var name: String? { if case .named(let name) = module { name } else { nil } }
  }

  enum Module: Hashable {
    case named(String)
    /// The definitions of a list, and the options; functions are identified by the lines that
    /// define them.
    case written(definitions: String, options: String)
  }

  /// A module that was mounted while the scripts ran.
  struct Late {
    let key: Key
    /// Plain data, or nothing.
    let options: LuaValue
    let registration: ScriptRegistration
  }

  private struct Mounted {
    let registration: ScriptRegistration
    let options: String
    let site: SourceSite?
    /// Whether a reload has mounted it again, and the scripts have not requested it yet.
    var isKept = false
  }

  let parts = LateParts()

  private var mounted: [Key: Mounted] = [:]

  /// The number of modules at which released modules are removed.
  private var limit = 64

  private var late: [Late] = []

  mutating func note(_ mount: Late, at site: SourceSite?, isLate: Bool, isKept: Bool = false) {
    if mounted.count >= limit {
      mounted = mounted.filter { $0.value.registration.isLasting }
      late = lasting
      limit = max(64, 2 * mounted.count)
    }
    mounted[mount.key] = Mounted(
      registration: mount.registration,
      options: "\(mount.options)",
      site: site,
      isKept: isKept
    )
    if isLate { late.append(mount) }
  }

  /// The modules to mount again for the next scripts.
  var lasting: [Late] { late.filter(\.registration.isLasting) }

  func contains(_ key: Key) -> Bool { mounted[key] != nil }

  /// The registration of a module that is already mounted at its place, or `nil`.
  ///
  /// Cancels it if the scripts have changed the options since a reload mounted it again; throws
  /// `duplicate` if the options differ otherwise.
  mutating func known(
    _ key: Key,
    options: LuaValue
  ) throws(LuaError) -> ScriptRegistration? {
    guard var known = mounted[key], known.registration.isLasting else { return nil }
    if known.options == "\(options)" {
      known.isKept = false
      mounted[key] = known
      return known.registration
    }
    guard !known.isKept else {
      known.registration.cancel()
      return nil
    }
    throw LuaError(
      "duplicate",
      "'\(key.name ?? "this list")' is already mounted at '\(key.path)' with other options"
        + (known.site.map { " (\($0))" } ?? "")
        + ". Mount it with the same options, or at another path."
    )
  }
}
