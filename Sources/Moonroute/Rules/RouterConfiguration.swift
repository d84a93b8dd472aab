public import RoutePatterns

/// The settings that hold for every open of a router.
public struct RouterConfiguration: Sendable {
  /// Which links' reserved query keys (``ReservedQuery``) count.
  public enum LinkOptions: String, Sendable, CaseIterable {
    /// The keys of locations of one's own, as ``RouteIndex/isOwn(_:)`` tells.
    case own
    /// The keys of all locations.
    case all
    /// None.
    case none
  }

  /// The number of redirects one open may follow.
  ///
  /// At least 1. Default: 5.
  public var redirectLimit = 5

  /// How deep opens may be nested that begin inside a step of another.
  ///
  /// At least 1. Default: 16.
  public var openDepthLimit = 16

  /// How many opens may begin inside one open, those inside these included.
  ///
  /// More opens fail with `denied`. Each second gives 100 of them back, so that a handler that
  /// waits for a person may open for ever. At least 1. Default: 1,000.
  public var childOpenLimit = 1_000

  /// How locations are read.
  public var locationRules = LocationRules.standard

  /// The order among routes of the same priority.
  ///
  /// Default: the more exact one.
  public var order = RouteTable.Order.rank

  /// Whether locations of a scheme may use the routes without one, by scheme.
  ///
  /// Without an entry those of `http`, `https` and of schemes without routes may.
  public var fallback: [String: Bool] = [:]

  /// The animator of routes that name none.
  ///
  /// Default: automatic.
  public var animator = Animator.automatic

  /// The location, or the name of the route, that is opened first when a link comes to an empty
  /// stage, below its screen.
  ///
  /// A link whose animator is `root`, and `go`, need nothing below. When it does not open, the
  /// link's screen becomes root. Default: none.
  public var initial: String?

  /// The line of a script that sets ``initial``, or `nil`.
  package var initialSite: SourceSite?

  /// The time one decision may wait; `nil`: any.
  ///
  /// Default: 10 seconds.
  public var waitLimit: Duration? = .seconds(10)

  /// The fate of an older open that is still deciding.
  ///
  /// Default: the newest wins.
  public var overlap = OpenOptions.Overlap.newest

  /// Which links' reserved query keys count.
  ///
  /// Default: those of the application's own schemes and hosts.
  public var linkOptions = LinkOptions.own

  /// The schemes that ``setScheme(_:fallback:authority:hosts:fragment:)`` was called for.
  private var declaredSchemes: Set<String> = []

  /// Makes the default configuration.
  public init() {}

  /// Checks what cannot be checked by type.
  ///
  /// - Throws: `wrong_type` for a redirect limit, an open depth limit or a child open limit below
  ///   1, a wait limit that is not above zero, or an initial location that is none.
  public func check() throws(RouterError) {
    let counts = [
      ("redirect limit", redirectLimit), ("open depth limit", openDepthLimit),
      ("child open limit", childOpenLimit),
    ]
    for (name, count) in counts where count < 1 {
      throw RouterError(.wrongType, "The \(name) cannot be \(count). Set it to 1 or more.")
    }
    if let initial {
      do throws(LocationError) {
        _ = try Location(parsing: initial, rules: locationRules)
      } catch {
        throw RouterError(.wrongType, "The initial location is none: \(error.description)")
      }
    }
    if let waitLimit, waitLimit <= .zero {
      let message = "The wait limit cannot be \(waitLimit). Set it above zero."
      throw RouterError(.wrongType, message)
    }
  }

  /// The part of it that decides about matches.
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
  /// Decides how locations of a scheme are read, and whether they may use routes without a scheme.
  ///
  /// - Parameters:
  ///   - scheme: The scheme, in any case.
  ///   - fallback: Whether its locations may use the routes without a scheme. `nil`: as it was.
  ///   - authority: What stands between `//` and the path. `nil`: as it was.
  ///   - hosts: The hosts that are let in, such as `*.example.com`; the authority is a host then.
  ///     `nil`: as it was.
  ///   - fragment: What stands after `#`. `nil`: as it was.
  /// - Throws: `wrong_type` for a scheme or a host that is none.
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

  /// Confines the web links that routes without a host fit to some hosts.
  ///
  /// - Parameter hosts: The hosts, such as `example.com` or `*.example.com`. Empty: all.
  /// - Throws: `wrong_type` for a host that is none.
  public mutating func setHosts(_ hosts: [String]) throws(RouterError) {
    let rules = try Self.rules(hosts)
    for scheme in ["http", "https"] { locationRules[scheme].authority = .host(rules) }
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
      "'\(text)' is no scheme. Write a letter, then letters, digits, '+', '-' or '.'."
    )
  }
}
