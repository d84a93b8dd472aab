import LuaRuntime
import Moonroute

/// Reads a group: routes that share a path, a scheme, tags, redirects and notes.
struct GroupReader {
  private static let fields = [
    "host", "meta", "path", "redirect", "routes", "scheme", "tags",
  ]

  private var reader: RouteReader
  private let generation: Generation

  /// Reads for a generation.
  init(generation: Generation, site: SourceSite?) {
    self.generation = generation
    reader = RouteReader(generation: generation, site: site)
  }

  private var own: [FieldReader.Mistake] = []

  /// All mistakes, in the order of the definition.
  var mistakes: [FieldReader.Mistake] { own + reader.mistakes }

  /// Reads the group as a route that has nothing but what its routes share.
  mutating func group(_ table: LuaTable) -> Route {
    var fields = FieldReader(table, as: "a group", known: Self.fields)
    var group = Route(path: fields.text("path") ?? "/")
    group.site = reader.site
    group.scheme = fields.text("scheme")
    group.host = fields.text("host")
    group.tags = fields.texts("tags")
    group.redirects = generation.redirects(&fields, "redirect")
    group.isGroup = true
    if let meta = fields.table("meta"), case .table(let meta) = generation.value(.table(meta)) {
      group.meta = meta
    }
    if let list = fields.table("routes") {
      group.children = reader.routes(list, in: "a group")
    } else {
      fields.add(.badPattern, "A group needs routes = { … }.")
    }
    own += fields.mistakes
    return group
  }
}
