extension RoutePattern {
  /// Whether reading a template again would give this very pattern, so that it can be taken over.
  ///
  /// Never so for patterns that depend on more than their text: on how a scheme is read, or on a
  /// type of the application.
  ///
  /// - Parameters:
  ///   - template: The template.
  ///   - parent: The pattern that it is joined to, or `nil` for one that stands alone.
  ///   - ownParent: The pattern that this one was joined to, or `nil` if it stands alone.
  /// - Returns: Whether it would.
  package func isReading(
    of template: String,
    below parent: RoutePattern?,
    ownParent: RoutePattern?
  ) -> Bool {
    guard self.template.hasSameBytes(as: template) else { return false }
    if let parent, let ownParent {
      guard parent.isSame(as: ownParent), !isSame(as: parent) else { return false }
    } else {
      guard parent == nil, ownParent == nil, scheme == nil else { return false }
    }
    return form.slots.allSatisfy(\.type.isPlain)
  }
}
