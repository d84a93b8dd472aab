package import MessageStream

extension JSON {
  /// The value on as many lines as are readable, followed by a line end.
  ///
  /// - Complexity: O(*n* · *d*) for a text of length *n* and *d* levels.
  package var page: String { page(indent: "", lead: 0) + "\n" }

  // `lead` is the number of bytes before the value in its line, without the indent.
  private func page(indent: String, lead: Int) -> String {
    let flat = flat
    if indent.utf8.count + lead + flat.utf8.count <= 99 { return flat }
    let inner = indent + "  "
    switch self {
    case .list(let items) where !items.isEmpty:
      let lines = items.map { inner + $0.page(indent: inner, lead: 0) }
      return "[\n" + lines.joined(separator: ",\n") + "\n" + indent + "]"
    case .object(let fields) where !fields.isEmpty:
      let lines = fields.map { field in
        let name = JSON.text(field.name).line + ": "
        return inner + name + field.value.page(indent: inner, lead: name.utf8.count)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n" + indent + "}"
    default: return flat
    }
  }

  /// The value on one line, with spaces.
  private var flat: String {
    switch self {
    case .list(let items): return "[" + items.map(\.flat).joined(separator: ", ") + "]"
    case .object(let fields):
      if fields.isEmpty { return "{}" }
      let texts = fields.map { JSON.text($0.name).line + ": " + $0.value.flat }
      return "{ " + texts.joined(separator: ", ") + " }"
    default: return line
    }
  }
}
