import TextTools

/// The reason why a person cannot use a screen.
package struct PersonRefusal: Error {
  /// The invalid argument: 0 for the screen, 1 for the element on it, 2 for its place.
  package let argument: Int

  package let message: String

  private let error: RouterError?

  init(_ argument: Int, _ message: String) {
    (self.argument, self.message, error) = (argument, message, nil)
  }

  init(_ error: RouterError) { (argument, message, self.error) = (1, error.message, error) }

  package var asError: RouterError {
    if let error { return error }
    let sentence = message.prefix(1).uppercased() + message.dropFirst()
    let end = sentence.hasSuffix(".") || sentence.hasSuffix("?") ? "" : "."
    return RouterError(argument == 0 ? .animationFailed : .unknownName, sentence + end)
  }
}

extension Router {
  /// Finds a button or link by its text or name; the place chooses among several.
  ///
  /// - Throws: ``PersonRefusal`` if the screen is not visible, or if no element matches.
  package func element(
    for word: String,
    at place: [Int]? = nil,
    on screen: Screen
  ) throws(PersonRefusal) -> ScreenBody.Element {
    guard stage.tree.visible.contains(where: { $0.id == screen.id }) else {
      throw PersonRefusal(0, "'\(screen.caption)' cannot be tapped: it is not visible")
    }
    let elements = ScreenBody(screen).elements
    let answering = elements.filter { $0.answers(to: word) }
    guard let element = answering.first(where: { place == nil || $0.place == place }) else {
      if let place, !answering.isEmpty {
        let known = answering.map { Self.words(for: $0.place) }.joined(separator: ", ")
        throw PersonRefusal(
          2,
          "'\(screen.caption)' has no '\(word)' at \(Self.words(for: place)). "
            + "The places of '\(word)' are \(known)."
        )
      }
      let known = elements.filter(\.canBeTapped).compactMap(\.text)
      let hint = NearestNames.hintOrList(for: word, among: known)
      throw PersonRefusal(1, "'\(screen.caption)' has no button or link '\(word)'.\(hint)")
    }
    guard element.kind != "link" || element.target != nil else {
      throw PersonRefusal(1, "the link '\(word)' has no target: give it a location as 'to'")
    }
    return element
  }

  private static func words(for place: [Int]) -> String {
    "{ \(place.map(String.init).joined(separator: ", ")) }"
  }

  /// Returns a successful move even if the open of a link fails.
  ///
  /// - Throws: The error of a button's function, or of a link to an unknown route name.
  @discardableResult
  package func use(
    _ element: ScreenBody.Element,
    of screen: Screen
  ) async throws(PersonRefusal) -> MoveResult {
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

  /// Enters all values or none; the screen does not have to be on the stage.
  ///
  /// - Throws: ``PersonRefusal`` for an unknown field, or the error of the memory limit.
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
