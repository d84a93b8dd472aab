import MessageStream

/// Reads the JSON of a links file and collects its problems.
struct ComponentReader {
  let file: String
  private(set) var problems: [LinkFileProblem] = []

  init(_ file: String) { self.file = file }

  mutating func add(_ problem: LinkFileProblem) { problems.append(problem) }

  mutating func missing(_ place: String, _ expected: String) {
    problems.append(.missing(file: file, place: place, expected: expected))
  }

  /// The value of a file, or `nil` if devices ignore the file.
  mutating func value(of bytes: [UInt8]) -> JSON? {
    var bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      problems.append(.byteOrderMark(file: file))
      bytes.removeFirst(3)
    }
    if bytes.count > LinkWarning.byteLimit {
      problems.append(.tooLarge(file: file, bytes: bytes.count))
    }
    do throws(JSONParser.SyntaxError) {
      return try JSONParser.parse(bytes)
    } catch {
      problems.append(.notJSON(file: file, reason: error.description))
      return nil
    }
  }

  /// Reads a list of components; a part of the wrong type disables its component.
  mutating func components(_ json: JSON, at place: String, forApple: Bool) -> [LinkComponent] {
    guard case .list(let items) = json else {
      missing(place, "a list")
      return []
    }
    return items.enumerated()
      .map { index, item in
        component(item, at: "\(place)[\(index)]", forApple: forApple)
      }
  }

  private mutating func component(_ json: JSON, at place: String, forApple: Bool) -> LinkComponent {
    var component = LinkComponent()
    guard case .object = json else {
      missing(place, "an object")
      component.isBroken = true
      return component
    }
    component.path = text(json, "/", at: place, &component)
    component.fragment = text(json, "#", at: place, &component)
    component.query = query(json["?"], at: place, forApple: forApple, &component)
    component.isExcluded = flag(json, "exclude", at: place) ?? false
    if !forApple, !component.hasParts, !component.isBroken {
      problems.append(.noParts(file: file, place: place))
    }
    return component
  }

  mutating func flag(_ json: JSON, _ name: String, at place: String) -> Bool? {
    let value = json[name]
    guard value != .null else { return nil }
    guard let bool = value.bool else {
      missing("\(place).\(name)", "true or false")
      return nil
    }
    return bool
  }

  private mutating func text(
    _ json: JSON,
    _ name: String,
    at place: String,
    _ component: inout LinkComponent
  ) -> String? {
    let value = json[name]
    guard value != .null else { return nil }
    guard let text = value.text else {
      missing("\(place)[\"\(name)\"]", "a text")
      component.isBroken = true
      return nil
    }
    return text
  }

  private mutating func query(
    _ json: JSON,
    at place: String,
    forApple: Bool,
    _ component: inout LinkComponent
  ) -> LinkComponent.Query? {
    switch json {
    case .null: return nil
    case .text(let text) where forApple: return .text(text)
    case .object(let fields):
      var items: [LinkComponent.Item] = []
      for field in fields {
        guard let pattern = field.value.text else {
          missing("\(place)[\"?\"].\(field.name)", "a text")
          component.isBroken = true
          continue
        }
        items.append(LinkComponent.Item(name: field.name, pattern: pattern))
      }
      return .items(items)
    default:
      missing("\(place)[\"?\"]", forApple ? "a text or an object" : "an object")
      component.isBroken = true
      return nil
    }
  }
}
