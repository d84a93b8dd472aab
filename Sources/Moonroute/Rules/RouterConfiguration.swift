public import RoutePatterns

/// The settings of all opens of a router.
public struct RouterConfiguration: Sendable {
  /// The links whose query may set options of an open, such as `route_no_animation`.
  public enum LinkOptions: String, Sendable, CaseIterable {
    /// Locations of the program's own schemes and hosts.
    case internalOnly = "own"
    /// All locations.
    case all
    /// No locations.
    case none
  }

  /// The maximum number of redirects in one open.
  ///
  /// It must be at least 1.
  public var redirectLimit = 5

  /// The maximum depth of opens inside steps of other opens.
  ///
  /// It must be at least 1.
  public var openDepthLimit = 16

  /// The maximum number of opens inside one open, including deeper ones.
  ///
  /// Further opens fail with `denied`. Each second restores 100 of them, so that a handler that
  /// waits for a person never exhausts the limit. It must be at least 1.
  public var childOpenLimit = 1_000

  /// The parsing rules of locations.
  public var locationRules = LocationRules.standard

  /// The order of routes with the same priority.
  ///
  /// By default, the more specific route is first.
  public var order = RouteTable.Order.rank

  /// Whether locations of a scheme may use routes without a scheme, by scheme.
  ///
  /// Without an entry, locations of `http`, `https` and of schemes without routes may.
  public var fallback: [String: Bool] = [:]

  /// The animator of routes without their own.
  public var animator = Animator.automatic

  /// The location or route name that is opened below a link's screen if the stage is empty.
  ///
  /// Links with the animator `root` or with ``OpenOptions/switching`` do not need a screen below.
  /// If the initial location does not open, the link's screen becomes the root.
  public var initial: String?

  /// The line of the script that sets ``initial``, or `nil`.
  package var initialSite: SourceSite?

  /// The wait limit of one decision; `nil` for none.
  public var waitLimit: Duration? = .seconds(10)

  /// The treatment of older pending opens.
  public var whenBusy = OpenOptions.Overlap.replace

  /// The links with effective reserved query keys.
  public var linkOptions = LinkOptions.internalOnly

  /// Whether a screen has the path of the link that opened it, so that the link and its path show
  /// the same screen.
  ///
  /// It applies to links of the program's own schemes and hosts whose path the same route matches.
  /// Decisions and ``Outcome/redirects`` have the complete link. A link with a guard for its scheme
  /// or host stays complete. The default is `false`.
  public var showsLinksAsPaths = false

  /// The names of query items that an open drops before it calls proxies; `*` matches any text.
  ///
  /// ``RouteState/dropped`` and ``Outcome/dropped`` contain the dropped items. An item stays for a
  /// route that declares it, or whose parent does. Reserved names are never dropped.
  ///
  /// ```swift
  /// configuration.droppedQueryNames = ["utm_*", "gclid"]
  /// ```
  public var droppedQueryNames: [String] {
    get { droppedQuery.names }
    set { droppedQuery = QueryNames(newValue) }
  }

  package private(set) var droppedQuery = QueryNames([])

  /// The schemes that were configured with ``setScheme(_:fallback:authority:hosts:fragment:)``.
  private var declaredSchemes: Set<String> = []

  /// Makes the default configuration.
  public init() {}

  /// Checks the values.
  ///
  /// - Throws: `wrong_type` if a redirect limit, open depth limit or child open limit is below 1,
  ///   if a wait limit is not positive, if the initial location is invalid, or if a name of
  ///   dropped query items is empty or only `*`.
  package func check() throws(RouterError) {
    let counts = [
      ("redirect limit", redirectLimit), ("open depth limit", openDepthLimit),
      ("child open limit", childOpenLimit),
    ]
    for (name, count) in counts where count < 1 {
      throw RouterError(.wrongType, "The \(name) cannot be \(count). Set it to 1 or more.")
    }
    for name in droppedQueryNames {
      if let problem = Self.problem(droppingQuery: name) { throw RouterError(.wrongType, problem) }
    }
    if let initial {
      do throws(LocationError) {
        _ = try Location(parsing: initial, rules: locationRules)
      } catch {
        throw RouterError(.wrongType, "The initial location is invalid: \(error.description)")
      }
    }
    if let waitLimit, waitLimit <= .zero {
      let message = "The wait limit cannot be \(waitLimit). Set it above zero."
      throw RouterError(.wrongType, message)
    }
  }

  var matchSettings: MatchSettings {
    MatchSettings(
      order: order,
      fallback: Dictionary(
        fallback.map { ($0.key.lowercased(), $0.value) },
        uniquingKeysWith: { $1 }
      ),
      rules: locationRules,
      declaredSchemes: declaredSchemes
    )
  }
}

extension RouterConfiguration {
  /// Sets the parsing rules of a scheme, and whether its locations may use routes without a scheme.
  ///
  /// - Parameters:
  ///   - scheme: The scheme, in any case.
  ///   - fallback: Whether its locations may use routes without a scheme; `nil` for no change.
  ///   - authority: The meaning of the text between `//` and the path; `nil` for no change.
  ///   - hosts: The allowed hosts, such as `*.example.com`, which makes the authority a host; `nil`
  ///     for no change.
  ///   - fragment: The meaning of the text after `#`; `nil` for no change.
  /// - Throws: `wrong_type` for an invalid scheme or host.
  public mutating func setScheme(
    _ scheme: String,
    fallback: Bool? = nil,
    authority: LocationSchemeRules.Authority? = nil,
    hosts: [String]? = nil,
    fragment: LocationSchemeRules.Fragment? = nil
  ) throws(RouterError) {
    guard SchemeGrammar.isScheme(scheme.utf8) else { throw .noScheme(scheme) }
    let hosts = try hosts.map(Self.rules)
    declaredSchemes.insert(scheme.lowercased())
    if let fallback { self.fallback[scheme.lowercased()] = fallback }
    if let authority { locationRules[scheme].authority = authority }
    if let hosts { locationRules[scheme].authority = .host(hosts) }
    if let fragment { locationRules[scheme].fragment = fragment }
  }

  /// Restricts the web links that match routes without a host.
  ///
  /// - Parameter hosts: The hosts, such as `example.com` or `*.example.com`; empty for all.
  /// - Throws: `wrong_type` for an invalid host.
  public mutating func setHosts(_ hosts: [String]) throws(RouterError) {
    let rules = try Self.rules(hosts)
    for scheme in ["http", "https"] { locationRules[scheme].authority = .host(rules) }
  }

  /// The problem of a name for ``droppedQueryNames``, or `nil`.
  package static func problem(droppingQuery name: String) -> String? {
    guard name.utf8.allSatisfy({ $0 == UInt8(ascii: "*") }) else { return nil }
    return "'\(name)' is not a name of query items. Write 'gclid', or a part with '*': 'utm_*'."
  }

  private static func rules(_ hosts: [String]) throws(RouterError) -> [HostRule] {
    var rules: [HostRule] = []
    for host in hosts {
      do throws(HostError) {
        rules.append(try HostRule(parsing: host))
      } catch {
        throw RouterError(.wrongType, error.description)
      }
    }
    return rules
  }
}

extension RouterError {
  static func noScheme(_ text: String) -> RouterError {
    RouterError(
      .wrongType,
      "'\(text)' is not a scheme. Write a letter, then letters, digits, '+', '-' or '.'."
    )
  }
}
