import RoutePatterns

extension RouterUpdate {
  var extra: Value {
    switch self {
    case .willOpen(let text, let extra):
      .table(ValueTable(fields: ValueTable.present(["location": .text(text), "extra": extra])))
    case .didOpen(let outcome), .didFail(let outcome), .didFallBack(let outcome):
      .table(outcome.table)
    case .didChange(let transition): .table(transition.table)
    case .reloaded(let difference): .table(difference.table)
    case .partLoaded(let module, let params, let time):
      .table(
        ValueTable(fields: [
          "module": .text(module),
          "params": .table(ValueTable(fields: params.mapValues(Value.text))),
          "seconds": .double(time / .seconds(1)),
        ])
      )
    }
  }
}

extension ValueTable {
  fileprivate static func present(_ fields: [String: Value]) -> [String: Value] {
    fields.filter { !$0.value.isNull }
  }
}

extension Outcome {
  fileprivate var table: ValueTable {
    ValueTable(
      fields: ValueTable.present([
        "status": .text(status.rawValue),
        "location": .text(text),
        "name": route?.name.map(Value.text) ?? .null,
        "pattern": (route?.pattern.text).map(Value.text) ?? .null,
        "params": .table(ValueTable(fields: pathParams.mapValues { Value($0) })),
        "reason": reason.map(Value.text) ?? .null,
        "error": error.map { .table($0.table) } ?? .null,
      ])
    )
  }
}

extension StageTransition {
  fileprivate var table: ValueTable {
    ValueTable(
      fields: ValueTable.present([
        "number": .int(Int64(clamping: number)),
        "effect": .text(effect),
        "screen": screen.map { .int(Int64(clamping: $0.rawValue)) } ?? .null,
        "removed": .table(
          ValueTable(list: removed.map { .int(Int64(clamping: $0.rawValue)) })
        ),
        "animated": .bool(isAnimated),
      ])
    )
  }
}

extension RouteDiff {
  /// The extra that listeners receive with new rules: the routes by name or pattern.
  fileprivate var table: ValueTable {
    func labels(_ routes: [RouteInfo]) -> Value {
      .table(ValueTable(list: routes.map { .text($0.label) }))
    }
    return ValueTable(fields: [
      "added": labels(added), "removed": labels(removed), "changed": labels(changed),
    ])
  }
}

extension RouterError {
  var table: ValueTable {
    var table = ValueTable(fields: ["code": .text(code.rawValue), "message": .text(message)])
    if let site {
      table["file"] = .text(site.file)
      table["line"] = .int(Int64(site.line))
    }
    if !traceback.isEmpty {
      table["traceback"] = .table(ValueTable(list: traceback.map { .text($0.description) }))
    }
    return table
  }
}
