public import RoutePatterns

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A link: text, a `Location` or a `URL`.
public protocol LinkConvertible: Sendable {
  /// The link as text; it starts with `/` or `.`, or it has a scheme.
  var linkText: String { get }
}

extension String: LinkConvertible {
  /// The text itself.
  public var linkText: String { self }
}

extension Location: LinkConvertible {
  /// The location as text.
  public var linkText: String { description }
}

extension URL: LinkConvertible {
  /// The absolute text of the URL.
  public var linkText: String { absoluteString }
}

/// Values for the parameters of a link, by name.
public typealias LinkParams = [String: Value]

/// A link: a text, or a location that needs no parsing.
package enum LinkForm: Sendable {
  case text(String)
  case location(Location)

  package init(_ link: some LinkConvertible) {
    self = (link as? Location).map(LinkForm.location) ?? .text(link.linkText)
  }
}
