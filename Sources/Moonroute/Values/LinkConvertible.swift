public import RoutePatterns

/// A link as text, as a ``Location`` or as a `URL`.
public protocol LinkConvertible: Sendable {
  /// The link.
  var linkForm: LinkForm { get }
}

/// A link, parsed or not.
public enum LinkForm: Sendable, LinkConvertible {
  /// Text that starts with `/` or `.`, or has a scheme.
  case text(String)
  /// A parsed location.
  case location(Location)

  /// The link itself.
  public var linkForm: LinkForm { self }
}

extension String: LinkConvertible {
  /// The text.
  public var linkForm: LinkForm { .text(self) }
}

extension Location: LinkConvertible {
  /// The location.
  public var linkForm: LinkForm { .location(self) }
}
