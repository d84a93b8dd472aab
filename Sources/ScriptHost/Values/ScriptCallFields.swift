package import Moonroute
import TextTools

/// The fields of the tables that calls of scripts take, for tools that look at their text.
package struct ScriptCallFields: Sendable {
  /// The place of the table among the arguments.
  package let place: Int
  /// The name of the table in messages: `a route`.
  package let what: String
  /// The fields that it may have.
  package let fields: [String]
  /// Whether `routes`, a list of definitions of routes, is among them.
  package let hasRoutes: Bool

  init(_ place: Int, _ what: String, _ fields: [String]) {
    self.place = place
    self.what = what
    self.fields = fields
    hasRoutes = fields.contains("routes")
  }

  /// A definition of a route inside another one.
  package static let route = ScriptCallFields(0, "a route", RouteReader.fields)

  /// The tables of each call, by its whole name.
  package static let all: [String: [ScriptCallFields]] = {
    var all: [String: [ScriptCallFields]] = [
      "router.route": [route],
      "router.group": [ScriptCallFields(0, "a group", RouteReader.groupFields)],
      "router.rewrite": [ScriptCallFields(0, "a rewrite", RouterModule.rewriteFields)],
      "router.configure": [ScriptCallFields(0, "the configuration", ConfigurationReader.fields)],
      "router.scheme": [ScriptCallFields(1, "a scheme", SchemeReader.fields)],
      "router.type": [ScriptCallFields(1, "a type", TypeReader.fields)],
      "router.to": [options(3, RouterModule.toOptions)],
      "events.declare": [ScriptCallFields(0, "an event", EventsModule.declareFields)],
      "events.on": [
        ScriptCallFields(0, "an event", EventsModule.targetFields),
        options(2, EventsModule.listenOptions),
      ],
      "events.next": [options(1, EventsModule.nextOptions)],
      "events.emit": [options(2, LuaBridge.emitOptions)],
      "resources.put": [ScriptCallFields(0, "a resource", ResourcesModule.putFields)],
      "resources.get": [options(2, LuaBridge.getOptions)],
    ]
    for name in ["guard", "proxy"] {
      all["router.\(name)"] = [options(2, RouterModule.attachOptions)]
    }
    for name in ["ask", "build", "fetch", "go", "open", "present", "push", "replace"] {
      all["router.\(name)"] = [options(1, RouterModule.openOptions)]
    }
    for kind in AnimatorKind.all.values where !kind.options.isEmpty {
      let name = "animator.\(kind.name)"
      all[name] = [ScriptCallFields(0, name, kind.options.map(\.name))]
    }
    return all
  }()

  private static func options(_ place: Int, _ fields: [String]) -> ScriptCallFields {
    ScriptCallFields(place, "these options", fields)
  }

  /// The words for a field that is not known, or `nil` when it is.
  package func problem(withField name: String) -> String? {
    fields.contains(name) ? nil : Self.problem(withField: name, of: what, known: fields)
  }

  /// The words for a field that is not known.
  static func problem(withField name: String, of what: String, known: [String]) -> String {
    let hint = NearestNames.hint(for: name, among: known)
    let list =
      known.isEmpty ? " It has no fields." : " Its fields are \(known.joined(separator: ", "))."
    let text = hint.isEmpty ? list : hint
    return "'\(name)' is not a field of \(what).\(text)"
  }
}

/// The animators that scripts can name, for tools.
package enum ScriptAnimators {
  /// The words for a name that none has, or `nil` when one has it.
  package static func problem(withName name: String) -> String? {
    guard AnimatorKind.all[name] == nil else { return nil }
    let hint = NearestNames.hintOrList(for: name, among: AnimatorKind.all.keys.sorted())
    return "There is no animator '\(name)'.\(hint)"
  }

  /// The animator of a name that scripts can write, without options.
  ///
  /// - Throws: `unknown_name`, or what a name alone lacks.
  package static func animator(named name: String) throws(RouterError) -> Animator {
    guard let kind = AnimatorKind.all[name] else {
      throw RouterError(.unknownName, problem(withName: name) ?? "")
    }
    if kind.effect == .custom { throw AnimatorReader.lacksFunction }
    return kind.plain
  }
}
