import TextTools

/// Why a person cannot do something to a screen.
package struct PersonRefusal: Error {
  /// The argument that is wrong: 0 for the screen, 1 for what is looked for on it.
  package let argument: Int

  /// The reason, as part of a sentence.
  package let message: String

  private let error: RouterError?

  /// Refuses with a reason.
  init(_ argument: Int, _ message: String) {
    (self.argument, self.message, error) = (argument, message, nil)
  }

  /// Refuses with what went wrong.
  init(_ error: RouterError) { (argument, message, self.error) = (1, error.message, error) }

  /// The refusal as the router's own.
  package var asError: RouterError {
    if let error { return error }
    let sentence = message.prefix(1).uppercased() + message.dropFirst()
    let end = sentence.hasSuffix(".") || sentence.hasSuffix("?") ? "" : "."
    return RouterError(argument == 0 ? .animationFailed : .unknownName, sentence + end)
  }
}

extension Router {
  /// Finds the button or the link that a person means.
  ///
  /// - Parameters:
  ///   - word: Its text or its name.
  ///   - screen: The screen, as it is now.
  /// - Returns: The piece of the body.
  /// - Throws: That the screen is not seen, or that nothing can be tapped by that word.
  package func element(
    for word: String,
    on screen: Screen
  ) throws(PersonRefusal) -> ScreenBody.Element {
    guard stage.tree.visible.contains(where: { $0.id == screen.id }) else {
      throw PersonRefusal(0, "nobody can tap '\(screen.caption)': it is not seen")
    }
    let elements = ScreenBody(screen).elements
    guard let element = elements.first(where: { $0.answers(to: word) }) else {
      let known = elements.filter(\.canBeTapped).compactMap(\.text)
      let hint = NearestNames.hintOrList(for: word, among: known)
      throw PersonRefusal(1, "nothing on '\(screen.caption)' can be tapped as '\(word)'.\(hint)")
    }
    guard element.kind != "link" || element.target != nil else {
      throw PersonRefusal(1, "the link '\(word)' leads nowhere: give it a location as 'to'")
    }
    return element
  }

  /// Taps a button or a link that was found.
  ///
  /// - Parameters:
  ///   - element: The piece of the body.
  ///   - screen: Its screen.
  /// - Returns: That it was done, however the open of a link ends.
  /// - Throws: The error of a button's function, or of a link to a name that no route has.
  @discardableResult
  package func use(
    _ element: ScreenBody.Element,
    of screen: Screen
  ) async throws(PersonRefusal) -> Move {
    if let target = element.target, element.kind == "link" {
      var options = OpenOptions()
      options.source = screen.id
      let location: String
      do throws(RouterError) {
        location =
          StoreKey.isLocation(target) ? target : try rules.location(of: target).description
      } catch {
        throw PersonRefusal(error)
      }
      let outcome = await open(location, options: options)
      return .done(outcome.isSuccess ? stage.transitions.last : nil)
    }
    do {
      if case .later(let rest)? = try hooks.tap?(element.action, screen) { try await rest() }
    } catch {
      throw PersonRefusal(error as? RouterError ?? .thrown(error, by: screen.caption))
    }
    return .done(nil)
  }

  /// Enters text into fields of a body, all or none.
  ///
  /// - Parameters:
  ///   - fields: The values by the names of the fields.
  ///   - screen: The screen, as it is now; it need not be on the stage.
  /// - Returns: The screen with what was entered.
  /// - Throws: ``PersonRefusal`` for a field that it does not have, or what memory says.
  @discardableResult
  package func enter(_ fields: [(name: String, value: Value)], into screen: Screen) throws -> Screen
  {
    let known = ScreenBody(screen).fieldNames
    for (name, _) in fields where !known.contains(name) {
      let hint = NearestNames.hintOrList(for: name, among: known)
      throw PersonRefusal(1, "the screen has no field '\(name)'.\(hint)")
    }
    var filled = screen
    for (name, value) in fields {
      if let charge = hooks.chargeField { filled.lifetimeToken = try charge(filled, name, value) }
      filled.fields[name] = value
    }
    stage.update(screen.id) {
      $0.fields = filled.fields
      $0.lifetimeToken = filled.lifetimeToken
    }
    return filled
  }
}
