/// One part of a link that is being built.
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

/// Something that stands for one part in a ``LinkBuilder``.
public protocol LinkPartConvertible {
  /// The part it stands for.
  var linkPart: LinkPart { get }
}

/// The scheme of a link: `Scheme("shop")`.
public struct Scheme: LinkPartConvertible, Hashable, Sendable {
  /// The part it stands for.
  public let linkPart: LinkPart

  /// Names the scheme.
  public init(_ name: String) { linkPart = .scheme(name) }
}

/// The host of a web link: `Host("example.com")`.
public struct Host: LinkPartConvertible, Hashable, Sendable {
  /// The part it stands for.
  public let linkPart: LinkPart

  /// Names the host, with its port if it has one.
  public init(_ name: String) { linkPart = .host(name) }
}

/// A segment of a link's path: `Segment("user")`.
public struct Segment: LinkPartConvertible, Hashable, Sendable {
  /// The part it stands for.
  public let linkPart: LinkPart

  /// Gives the segment's text, not escaped; it may hold a slash.
  public init(_ text: String) { linkPart = .segment(text) }
}

/// A query item of a link: `Query("tab", "posts")`.
public struct Query: LinkPartConvertible, Hashable, Sendable {
  /// The part it stands for.
  public let linkPart: LinkPart

  /// Gives the item's name and value, not escaped; the value is empty by default.
  public init(_ name: String, _ value: String = "") {
    linkPart = .query(LocationQuery.Item(name, value))
  }
}

/// The fragment of a link: `Fragment("top")`.
public struct Fragment: LinkPartConvertible, Hashable, Sendable {
  /// The part it stands for.
  public let linkPart: LinkPart

  /// Gives the fragment's text, not escaped.
  public init(_ text: String) { linkPart = .fragment(text) }
}
