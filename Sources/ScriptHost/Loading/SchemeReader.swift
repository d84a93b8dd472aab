import LuaRuntime
import Moonroute
import RoutePatterns

struct SchemeReader {
  static let fields = ["authority", "fallback", "fragment", "hosts"]

  private enum Authority: String, CaseIterable {
    case segment
    case host
    case ignore

    var authority: LocationSchemeRules.Authority {
      switch self {
      case .segment: .segment
      case .host: .host([])
      case .ignore: .ignore
      }
    }
  }

  private enum Fragment: String, CaseIterable {
    case text
    case path
    case query

    var fragment: LocationSchemeRules.Fragment {
      switch self {
      case .text: .text
      case .path: .path
      case .query: .query
      }
    }
  }

  let name: String

  /// Applies the options if all of them are valid, and returns all mistakes.
  func apply(_ table: LuaTable, to rules: RouterRules) -> [FieldReader.Mistake] {
    var reader = FieldReader(table, as: "a scheme", known: Self.fields)
    let fallback = reader.bool("fallback")
    let authority = reader.word("authority", as: Authority.self)
    let fragment = reader.word("fragment", as: Fragment.self)
    let hosts = reader["hosts"].isNil ? nil : reader.texts("hosts")
    if hosts != nil, let authority, authority != .host {
      reader.add(
        .wrongType,
        "'hosts' needs authority = \"host\", not \"\(authority.rawValue)\".",
        field: "hosts"
      )
    }
    guard reader.mistakes.isEmpty else { return reader.mistakes }
    do throws(RouterError) {
      try rules.configure { configuration throws(RouterError) in
        try configuration.setScheme(
          name,
          fallback: fallback,
          authority: authority?.authority,
          hosts: hosts,
          fragment: fragment?.fragment
        )
      }
    } catch {
      reader.add(error.code, error.message, field: hosts == nil ? nil : "hosts")
    }
    return reader.mistakes
  }
}
