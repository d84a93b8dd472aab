/// The host a pattern is bound to, label by label.
public struct HostPattern: Hashable, Sendable {
  enum Label: Hashable, Sendable {
    /// Fixed text, lower-cased.
    case literal(String)
    /// Any one label: `*`.
    case any
    /// Any one label, given to a parameter: `:tenant`.
    case parameter(String)
  }

  let labels: [Label]

  /// How many labels are not fixed: fewer is more exact.
  var openLabelCount: Int {
    labels.count { label in
      if case .literal = label { false } else { true }
    }
  }

  var parameterNames: [String] {
    labels.compactMap { label in
      if case .parameter(let name) = label { name } else { nil }
    }
  }

  /// Returns the text of the parameters if the host fits, else `nil`.
  func match(_ host: String) -> [Substring]? {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == labels.count else { return nil }
    var captures: [Substring] = []
    for (label, part) in zip(labels, parts) {
      switch label {
      case .literal(let text): guard text == part.lowercased() else { return nil }
      case .any: guard !part.isEmpty else { return nil }
      case .parameter:
        guard !part.isEmpty else { return nil }
        captures.append(part)
      }
    }
    return captures
  }
}

extension HostPattern: CustomStringConvertible {
  /// The host as a template writes it.
  public var description: String {
    labels.map { label in
      switch label {
      case .literal(let text): text
      case .any: "*"
      case .parameter(let name): ":" + name
      }
    }
    .joined(separator: ".")
  }
}
