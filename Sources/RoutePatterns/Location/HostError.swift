import TextTools

/// The reason why a text is not a host that can confine routes.
public struct HostError: Error, Hashable, Sendable {
  /// The mistake.
  package enum Reason: Hashable, Sendable {
    /// A label is empty, not a name, or mixes `*` with text.
    case noHost
    /// The host has a port.
    case port(String)
    /// A label is a parameter, which only a path may have.
    case parameter
  }

  /// The mistake.
  package let reason: Reason

  let text: String

  package init(_ reason: Reason, text: String) {
    self.reason = reason
    self.text = text
  }
}

extension HostError: CustomStringConvertible {
  /// The message: the host, the mistake, and the correction.
  public var description: String {
    switch reason {
    case .noHost:
      "'\(text.printable)' is not a host. Write \"example.com\" or \"*.example.com\"."
    case .port(let port):
      "'\(text.printable)' has a port. A host matches every port: remove ':\(port.printable)'."
    case .parameter:
      "The host '\(text.printable)' has a parameter. Write '*' instead, or put the whole host in the "
        + "path of the outermost route: 'https://\(text.printable)/…'."
    }
  }
}
