extension RoutePattern {
  /// The pattern without the names of its parameters: two patterns of one shape fit the same
  /// locations.
  package var shape: String {
    var shape = ""
    var isName = false
    for character in text {
      if isName, character.isLetter || character.isNumber || character == "_" { continue }
      isName = character == ":" || character == "*"
      shape.append(character)
    }
    return shape
  }
}
