/// The host that a pattern requires, label by label.
package struct HostPattern: Hashable, Sendable {
  enum Label: Hashable, Sendable {
    /// Fixed text in the canonical spelling of ``HostName``.
    case literal(String)
    /// Any single label: `*`.
    case any
    /// Any single label, captured by a parameter: `:tenant`.
    case parameter(String)
  }

  let labels: [Label]

  init(labels: [Label]) {
    self.labels = labels
  }

  /// The number of labels that are not fixed: a host with fewer is more exact.
  var openLabelCount: Int {
    labels.count { label in
      if case .literal = label { false } else { true }
    }
  }

  package var isFixed: Bool { openLabelCount == 0 }

  package var isOpen: Bool { openLabelCount == labels.count }

  package func matches(_ host: String) -> Bool {
    guard let host = try? HostName.canonical(host) else { return false }
    return Array(host.utf8).withUnsafeBufferPointer(matches)
  }

  package var parameters: [RouteParameter] {
    labels.compactMap { label in
      if case .parameter(let name) = label { RouteParameter(name: name, type: .text) } else { nil }
    }
  }

  /// Whether every host that matches another pattern matches this one.
  func covers(_ other: HostPattern) -> Bool {
    guard labels.count == other.labels.count else { return false }
    return zip(labels, other.labels)
      .allSatisfy { own, other in
        if case .literal = own { own == other } else { true }
      }
  }

  func matches(_ host: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = host[...]
    for (index, label) in labels.enumerated() {
      if index > 0 {
        guard rest.popFirst() == UInt8(ascii: ".") else { return false }
      }
      switch label {
      case .literal(let text):
        guard rest.starts(with: text.utf8) else { return false }
        rest.removeFirst(text.utf8.count)
      case .any, .parameter:
        let end = rest.firstIndex(of: UInt8(ascii: ".")) ?? rest.endIndex
        guard end > rest.startIndex else { return false }
        rest = rest[end...]
      }
    }
    return rest.isEmpty
  }

  func captures(in host: UnsafeBufferPointer<UInt8>) -> [RouteCapture] {
    var captures: [RouteCapture] = []
    var start = 0
    for (label, part) in zip(labels, host.split(separator: UInt8(ascii: "."))) {
      if case .parameter = label { captures.append(RouteCapture(start..<start + part.count)) }
      start += part.count + 1
    }
    return captures
  }
}

extension HostPattern: CustomStringConvertible {
  /// The host in template syntax.
  package var description: String {
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
