extension ScriptCallFields {
  /// A definition of a route inside another one.
  package static let route = ScriptCallFields(0, "a route", RouteReader.fields)

  /// The tables of each call, by its full name.
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
}
