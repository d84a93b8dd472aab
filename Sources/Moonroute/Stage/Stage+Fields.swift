extension Stage {
  /// Notes what a person has entered into a field of a screen.
  ///
  /// - Parameters:
  ///   - name: The field.
  ///   - value: What is in it now.
  ///   - screen: The screen.
  /// - Returns: Whether the screen is on the stage.
  @discardableResult
  public func fill(_ name: String, with value: Value, of screen: Screen.ID) -> Bool {
    update(screen) { $0.fields[name] = value }
  }
}
