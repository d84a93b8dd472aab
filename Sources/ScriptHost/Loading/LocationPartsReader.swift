import LuaRuntime
import Moonroute
import RoutePatterns

struct LocationPartsReader {
  static let fields = ["fragment", "host", "path", "query", "scheme"]

  /// The parts; a part that was not given is absent.
  struct Parts {
    var scheme: String?
    var host: String?
    var segments: [String]?
    var query = LocationQuery([])
    /// The names with empty lists, which are removed from a query.
    var emptied: Set<String> = []
    var fragment: String?
  }

  let bridge: LuaBridge

  func parts(
    _ reader: inout FieldReader,
    _ call: LuaCall,
    _ index: Int
  ) throws -> Parts {
    var parts = Parts()
    parts.scheme = reader.text("scheme")
    parts.host = reader.text("host")
    parts.fragment = reader.text("fragment")
    if let query = reader.table("query") {
      parts.query = LocationQuery(
        try bridge.queryItems(query).map { LocationQuery.Item($0.0, $0.1) }
      )
      parts.emptied = query.emptiedNames
    }
    switch reader["path"] {
    case .nil: break
    case .string(let path): parts.segments = try segments(of: path)
    default: parts.segments = reader.texts("path")
    }
    try reader.raiseFirst()
    return parts
  }

  private func segments(of path: String) throws(LuaError) -> [String] {
    let rooted = path.hasPrefix("/") ? path : "/" + path
    let location: Location
    do throws(LocationError) {
      let rules = bridge.scope.rules.configuration.locationRules
      location = try Location(parsing: rooted, rules: rules)
    } catch {
      throw LuaError("bad_location", error.description)
    }
    guard location.query.isEmpty, location.fragment == nil else {
      throw LuaError(
        "bad_location",
        "'\(path)' is more than a path. Pass 'query' and 'fragment' separately."
      )
    }
    return location.segments
  }
}

extension LuaTable {
  /// The names with empty lists, which are removed from a query.
  var emptiedNames: Set<String> {
    let emptied = fields.filter { field in
      guard case .table(let table) = field.value else { return false }
      return table.array.isEmpty && table.fields.isEmpty
    }
    return Set(emptied.compactMap(\.key.string))
  }
}
