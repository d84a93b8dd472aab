extension JSON {
  /// The value on as many lines as are good to read, with a line end behind it.
  ///
  /// - Complexity: O(*n* · *d*) for a text of length *n* and *d* levels.
  package var page: String { page(indent: "", room: 100) + "\n" }

  private func page(indent: String, room: Int) -> String {
    let flat = flat
    if flat.utf8.count + indent.utf8.count <= room { return flat }
    let inner = indent + "  "
    switch self {
    case .list(let items) where !items.isEmpty:
      let lines = items.map { inner + $0.page(indent: inner, room: room) }
      return "[\n" + lines.joined(separator: ",\n") + "\n" + indent + "]"
    case .object(let fields) where !fields.isEmpty:
      let lines = fields.map { field in
        let name = JSON.text(field.name).line + ": "
        let value = field.value.page(indent: inner, room: room - name.utf8.count)
        return inner + name + value
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
