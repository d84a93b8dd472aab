package import MessageStream

/// The decision of one system about a link.
package struct LinkDecision: Sendable, Equatable {
  package enum Answer: Sendable, Equatable {
    case opens, stays
    /// It depends on a point about which the sources disagree.
    case unclear
  }

  /// The component that decided.
  package struct Component: Sendable, Equatable {
    /// Its path in the file, such as `components[12]`.
    package let place: String
    package let component: LinkComponent
  }

  package let answer: Answer

  /// The component, or `nil` if none matches or the file has none.
  package var component: Component?

  /// The reason without a component, or for an unclear answer.
  package var reason: String?

  static func stays(_ reason: String) -> LinkDecision {
    LinkDecision(answer: .stays, reason: reason)
  }

  /// The answer on one line, without its component.
  package var words: String {
    switch answer {
    case .opens: "opens the app"
    case .stays: "does not open"
    case .unclear: "unclear"
    }
  }

  package var json: JSON {
    .fields(
      ("opens", answer == .unclear ? .null : .bool(answer == .opens)),
      ("component", .optional(component?.place)),
      ("pattern", .optional(component?.component.label)),
      ("reason", .optional(reason))
    )
  }
}
