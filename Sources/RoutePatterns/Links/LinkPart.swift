/// One part of a link, from unescaped text.
public enum LinkPart: Hashable, Sendable {
  /// The scheme: `LinkPart.scheme("shop")`.
  case scheme(String)

  /// The host of a web link, with an optional port: `LinkPart.host("example.com")`.
  case host(String)

  /// A segment of the path, which may contain a slash: `LinkPart.segment("user")`.
  case segment(String)

  /// A query item.
  case query(LocationQuery.Item)

  /// The fragment: `LinkPart.fragment("top")`.
  case fragment(String)

  /// A query item: `LinkPart.query("tab", "posts")`.
  public static func query(_ name: String, _ value: String = "") -> LinkPart {
    .query(LocationQuery.Item(name, value))
  }
}
