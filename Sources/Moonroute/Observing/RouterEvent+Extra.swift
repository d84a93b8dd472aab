import RoutePatterns

extension RouterEvent {
  var extra: Value {
    switch self {
    case .willOpen(let text, let extra):
      .table(Table(fields: Table.present(["location": .text(text), "extra": extra])))
    case .didOpen(let outcome), .didFail(let outcome), .didFallBack(let outcome):
      .table(outcome.table)
    case .didChange(let transition): .table(transition.table)
    case .reloaded(let difference): .table(difference.table)
    }
  }
}

extension Table {
  fileprivate static func present(_ fields: [String: Value]) -> [String: Value] {
    fields.filter { !$0.value.isNone }
  }
}

extension Outcome {
  fileprivate var table: Table {
    Table(
      fields: Table.present([
        "status": .text(status.rawValue),
        "location": .text(text),
        "name": route?.name.map(Value.text) ?? .none,
        "pattern": (route?.pattern.text).map(Value.text) ?? .none,
        "params": .table(Table(fields: params.mapValues(Value.init))),
        "reason": reason.map(Value.text) ?? .none,
        "error": error.map { .table($0.table) } ?? .none,
      ])
    )
  }
}

extension Transition {
  fileprivate var table: Table {
    Table(
      fields: Table.present([
        "number": .integer(Int64(clamping: number)),
        "effect": .text(effect),
        "screen": screen.map { .integer(Int64(clamping: $0.rawValue)) } ?? .none,
        "removed": .table(
          Table(list: removed.map { .integer(Int64(clamping: $0.rawValue)) })
        ),
        "animated": .bool(isAnimated),
      ])
    )
  }
}

extension RouteDiff {
  /// The extra that listeners receive with new rules: the routes by name or pattern.
  fileprivate var table: Table {
    func labels(_ routes: [RouteInfo]) -> Value {
      .table(Table(list: routes.map { .text($0.label) }))
    }
    return Table(fields: [
      "added": labels(added), "removed": labels(removed), "changed": labels(changed),
    ])
  }
}

extension RouterError {
  var table: Table {
    var table = Table(fields: ["code": .text(code.rawValue), "message": .text(message)])
    if let site {
      table["file"] = .text(site.file)
      table["line"] = .integer(Int64(site.line))
    }
    if !traceback.isEmpty {
      table["traceback"] = .table(Table(list: traceback.map { .text($0.description) }))
    }
    return table
  }
}
