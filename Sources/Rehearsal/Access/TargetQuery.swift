/// The location of a redirect in two parts, and the items of its query by name.
struct TargetQuery {
  /// The location without its query and its fragment.
  let place: String

  private let items: [String: [String]]
  private let names: [String]

  init(_ target: String) {
    let link = target.prefix { $0 != "#" }
    place = String(link.prefix { $0 != "?" })
    var (items, names): ([String: [String]], [String]) = ([:], [])
    for item in link.dropFirst(place.count + 1).split(separator: "&") {
      let name = String(item.prefix { $0 != "=" })
      if items[name] == nil { names.append(name) }
      items[name, default: []].append(String(item.dropFirst(name.count + 1)))
    }
    (self.items, self.names) = (items, names)
  }

  /// The place with the names of the query, such as `/login?back`.
  var short: String { names.isEmpty ? place : "\(place)?\(names.joined(separator: "&"))" }

  /// The difference from an earlier query in words, such as `now with 'token'`; `nil` without one.
  func words(since old: TargetQuery) -> String? {
    let added = names.filter { old.items[$0] == nil }
    let gone = old.names.filter { items[$0] == nil }
    let other = names.filter { name in old.items[name].map { $0 != items[name] } ?? false }
    let parts = [("with", added), ("without", gone), ("with another", other)]
      .filter { !$0.1.isEmpty }
      .map { verb, names in "\(verb) \(AccessPerson.list(names.map { "'\($0)'" }))" }
    return parts.isEmpty ? nil : "now " + parts.joined(separator: ", ")
  }
}
