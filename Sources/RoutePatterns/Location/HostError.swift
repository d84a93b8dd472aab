import TextTools

/// The reason why a text is not a host that routes can be confined to.
public enum HostError: Error, Hashable, Sendable {
  /// A label is empty, not a name, or mixes `*` with text.
  case noHost(text: String)

  /// The host has a port.
  case port(text: String, port: String)

  /// A label is a parameter, which belongs to the path.
  case parameter(text: String)
}

extension HostError: CustomStringConvertible {
  /// The problem in words: the host, the mistake, and what to write instead.
  public var description: String {
    switch self {
    case .noHost(let text):
      "'\(text.printable)' is not a host. Write \"example.com\" or \"*.example.com\"."
    case .port(let text, let port):
      "'\(text.printable)' has a port. A host fits every port: leave ':\(port.printable)' out."
    case .parameter(let text):
      "The host '\(text.printable)' has a parameter. Write '*' in its place, or the whole host into the "
        + "path of the outermost route: 'https://\(text.printable)/…'."
    }
  }
}
