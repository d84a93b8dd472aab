import TextTools

/// The reason why a text is not a host that can confine routes.
public enum HostError: Error, Hashable, Sendable {
  /// A label is empty, not a name, or mixes `*` with text.
  case noHost(text: String)

  /// The host has a port.
  case port(text: String, port: String)

  /// A label is a parameter, which only a path may have.
  case parameter(text: String)
}

extension HostError: CustomStringConvertible {
  /// The message: the host, the mistake, and the correction.
  public var description: String {
    switch self {
    case .noHost(let text):
      "'\(text.printable)' is not a host. Write \"example.com\" or \"*.example.com\"."
    case .port(let text, let port):
      "'\(text.printable)' has a port. A host matches every port: remove ':\(port.printable)'."
    case .parameter(let text):
      "The host '\(text.printable)' has a parameter. Write '*' instead, or put the whole host in the "
        + "path of the outermost route: 'https://\(text.printable)/…'."
    }
  }
}
