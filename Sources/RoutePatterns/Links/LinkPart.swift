/// One part of a link.
public enum LinkPart: Hashable, Sendable {
  /// The scheme.
  case scheme(String)

  /// The host.
  case host(String)

  /// A segment of the path.
  case segment(String)

  /// A query item.
  case query(LocationQuery.Item)

  /// The fragment.
  case fragment(String)
}

/// A type that a ``LinkBuilder`` converts to one part.
public protocol LinkPartConvertible {
  /// The part of the link.
  var linkPart: LinkPart { get }
}

/// The scheme of a link: `Scheme("shop")`.
public struct Scheme: LinkPartConvertible, Hashable, Sendable {
  /// The part of the link.
  public let linkPart: LinkPart

  /// Creates a scheme.
  public init(_ name: String) { linkPart = .scheme(name) }
}

/// The host of a web link: `Host("example.com")`.
public struct Host: LinkPartConvertible, Hashable, Sendable {
  /// The part of the link.
  public let linkPart: LinkPart

  /// Creates a host, with an optional port.
  public init(_ name: String) { linkPart = .host(name) }
}

/// A segment of a link's path: `Segment("user")`.
public struct Segment: LinkPartConvertible, Hashable, Sendable {
  /// The part of the link.
  public let linkPart: LinkPart

  /// Creates a segment from unescaped text, which may contain a slash.
  public init(_ text: String) { linkPart = .segment(text) }
}

/// A query item of a link: `Query("tab", "posts")`.
public struct Query: LinkPartConvertible, Hashable, Sendable {
  /// The part of the link.
  public let linkPart: LinkPart

  /// Creates an item from an unescaped name and value; the value is empty by default.
  public init(_ name: String, _ value: String = "") {
    linkPart = .query(LocationQuery.Item(name, value))
  }
}

/// The fragment of a link: `Fragment("top")`.
public struct Fragment: LinkPartConvertible, Hashable, Sendable {
  /// The part of the link.
  public let linkPart: LinkPart

  /// Creates a fragment from unescaped text.
  public init(_ text: String) { linkPart = .fragment(text) }
}
