#if LinkService
import MessageStream
import Moonroute
import ScriptHost
import TextTools

/// One link to resolve or to match, as a request describes it.
struct ServiceCall: Sendable {
  let location: String
  var persona: String?
  var session: Value?
  var extra = Value.null
  var showsSteps = false

  init(location: String) { self.location = location }

  /// Reads a call from JSON.
  init(_ bytes: some Collection<UInt8>, _ limits: ServiceLimits) throws(ServiceProblem) {
    let json: JSON
    do throws(JSONParser.SyntaxError) {
      json = try JSONParser.parse(Array(bytes))
    } catch {
      throw .notJSON(reason: error.description)
    }
    guard case .object(let fields) = json else {
      throw .notJSON(reason: "not a JSON object")
    }
    guard let location = json["location"].text else {
      throw .wrongField(name: "location", expected: "a text")
    }
    guard location.utf8.count <= limits.locationBytes else {
      throw .largeLocation(limit: limits.locationBytes)
    }
    self.location = location
    for field in fields {
      switch (field.name, field.value) {
      case ("location", _), ("persona", .null), ("session", .null): break
      case ("persona", .text(let name)): persona = name
      case ("persona", _): throw .wrongField(name: "persona", expected: "a text")
      case ("session", .object): session = Value(wire: field.value)
      case ("session", .list([])): session = .table([:])
      case ("session", _): throw .wrongField(name: "session", expected: "an object")
      case ("extra", _): extra = Value(wire: field.value)
      case ("steps", .bool(let isShown)): showsSteps = isShown
      case ("steps", _): throw .wrongField(name: "steps", expected: "true or false")
      default: throw .unknownField(name: field.name.printable)
      }
    }
  }
}
#endif
