import MessageStream
import Moonroute
import RoutePatterns
import ScriptAnalysis

/// The differences between the declarations of two versions.
struct RouteChanges {
  private let before: LoadedSide
  private let after: LoadedSide
  private let pairs: RoutePairs
  private(set) var changes: [DiffChange] = []
  /// The names or patterns of the new routes that differ.
  private(set) var routes: Set<String> = []

  init(from before: LoadedSide, to after: LoadedSide, _ pairs: RoutePairs) {
    (self.before, self.after, self.pairs) = (before, after, pairs)
    for pair in pairs.pairs {
      let count = changes.count
      compare(pair)
      if changes.count != count { routes.insert(pair.after.route.label) }
    }
    for facts in pairs.added {
      add(.routeAdded, facts, note: facts.route.name.map { _ in "\(code: facts.place)" })
    }
    for facts in pairs.removed {
      add(.routeRemoved, facts, note: facts.route.name.map { _ in "\(code: facts.place)" })
    }
    compareShared()
  }

  // MARK: Routes

  private mutating func compare(_ pair: RoutePairs.Pair) {
    let (old, new) = (pair.before.route, pair.after.route)
    let isRenamed = old.label != new.label && (old.name != nil || new.name != nil)
    if isRenamed {
      let reason: DiffText? = pair.isByDefinition ? Self.sameDefinition : nil
      add(
        .renamed,
        pair.after,
        "\(code: old.label) → \(code: new.label)",
        note: reason,
        [JSON.Field("before", .text(old.label)), JSON.Field("after", .text(new.label))]
      )
    }
    if pair.isMoved {
      let paths: DiffText = "\(code: pair.before.place) → \(code: pair.after.place)"
      let isNamed = new.name != nil && old.label == new.label
      let reason: DiffText? = pair.isByDefinition && !isRenamed ? Self.sameDefinition : nil
      add(
        .routeMoved,
        pair.after,
        isNamed ? "\(code: new.label): \(paths)" : paths,
        note: reason,
        [
          JSON.Field("before", .text(pair.before.place)),
          JSON.Field("after", .text(pair.after.place)),
        ]
      )
    }
    compareTypes(pair)
    compareQueries(pair)
    compareProperties(pair)
  }

  /// Notes the routes whose rules differ, with the same answers for everybody.
  mutating func addRules(except known: Set<String>) {
    for pair in pairs.pairs where pair.before.rules != pair.after.rules {
      let label = pair.after.route.label
      routes.insert(label)
      guard !known.contains(label) else { continue }
      add(
        .ruleChanged,
        pair.after,
        note: "its rules changed, with the same answers at the tried locations",
        at: pair.after.ruleSites.first
      )
    }
  }

  private static let sameDefinition: DiffText =
    "treated as the same route, because its view and parameters are the same"

  private mutating func compareProperties(_ pair: RoutePairs.Pair) {
    let (old, new) = (pair.before.route, pair.after.route)
    if old.tags != new.tags {
      note(.tags, pair, Self.list(old.tags), Self.list(new.tags))
    }
    let keys = Set(old.meta.fields.keys).union(new.meta.fields.keys)
      .filter { old.meta.fields[$0] != new.meta.fields[$0] }
    if !keys.isEmpty || old.meta.items != new.meta.items {
      add(.meta, pair.after, note: keys.isEmpty ? nil : "\(keys.sorted().joined(separator: ", "))")
    }
    if old.priority != new.priority {
      note(.priority, pair, "\(old.priority)", "\(new.priority)")
    }
    let animators = (pair.before.functions["animator"], pair.after.functions["animator"])
    if old.animatorName != new.animatorName {
      note(.animator, pair, old.animatorName ?? "default", new.animatorName ?? "default")
    } else if animators.0 != animators.1 {
      add(.animator, pair.after, note: "another function")
    }
    if pair.before.view != pair.after.view {
      note(.view, pair, Self.view(of: pair.before), Self.view(of: pair.after))
    } else if let role = ["view", "action", "on_exit"]
      .first(where: { role in
        pair.before.functions[role] != pair.after.functions[role]
      })
    {
      add(.view, pair.after, note: "its \(role) changed")
    }
  }

  private static func view(of facts: RouteFacts) -> String {
    facts.view ?? (facts.functions["view"] == nil ? "none" : "a function")
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.joined(separator: ", ")
  }

  private mutating func note(
    _ kind: DiffKind,
    _ pair: RoutePairs.Pair,
    _ before: String,
    _ after: String
  ) {
    add(
      kind,
      pair.after,
      note: "\(before) → \(after)",
      [JSON.Field("before", .text(before)), JSON.Field("after", .text(after))]
    )
  }

  private mutating func add(
    _ kind: DiffKind,
    _ facts: RouteFacts,
    _ text: DiffText? = nil,
    note: DiffText? = nil,
    at site: SourceSite? = nil,
    _ fields: [JSON.Field] = []
  ) {
    let label = facts.route.label
    var change = DiffChange(
      kind,
      text ?? "\(code: label)",
      note: note,
      at: site ?? facts.route.site,
      fields: [JSON.Field("route", .text(label))] + fields
    )
    change.route = label
    changes.append(change)
  }

  // MARK: Types

  /// The parameters with the same names whose types accept other texts.
  private mutating func compareTypes(_ pair: RoutePairs.Pair) {
    let old = pair.before.route.pattern.parameters
    for parameter in pair.after.route.pattern.parameters {
      guard let before = old.first(where: { $0.name == parameter.name }) else { continue }
      compare(
        parameter.name,
        (before.type, Self.words(before.type)),
        (parameter.type, Self.words(parameter.type)),
        of: pair
      )
    }
  }

  static func words(_ type: ParameterType) -> String {
    type.written.isEmpty ? "text" : type.written
  }

  private mutating func compareQueries(_ pair: RoutePairs.Pair) {
    let (old, new) = (pair.before.route.query, pair.after.route.query)
    for item in new {
      guard let before = old.first(where: { $0.name == item.name }) else {
        if item.occurrence == .required {
          addRequired(item, pair)
        } else {
          addItem(.widened, pair, item.name, "now also reads")
        }
        continue
      }
      if item.occurrence == .required, before.occurrence != .required { addRequired(item, pair) }
      compare(item.name, (before.type, before.text), (item.type, item.text), of: pair)
    }
    for item in old where !new.contains(where: { $0.name == item.name }) {
      addItem(.narrowed, pair, item.name, "no longer reads")
    }
  }

  private mutating func addRequired(_ item: QueryParameter, _ pair: RoutePairs.Pair) {
    addItem(.required, pair, item.name, "now needs")
  }

  private mutating func addItem(
    _ kind: DiffKind,
    _ pair: RoutePairs.Pair,
    _ name: String,
    _ verb: String
  ) {
    add(
      kind,
      pair.after,
      "\(DiffText.route(pair.after.route.label)) \(verb) \(name: name) in its query",
      [JSON.Field("parameter", .text(name))]
    )
  }

  /// Compares two types by their samples, or otherwise by the texts that they allow.
  private mutating func compare(
    _ name: String,
    _ old: (type: ParameterType, words: String),
    _ new: (type: ParameterType, words: String),
    of pair: RoutePairs.Pair
  ) {
    guard old.type != new.type else { return }
    let texts = Self.texts(old.type, before) + Self.texts(new.type, after)
    let lost = texts.first { old.type.accepts($0) && !new.type.accepts($0) }
    let gained = texts.first { !old.type.accepts($0) && new.type.accepts($0) }
    let isWider = lost == nil && (gained != nil || new.type.covers(old.type))
    let words: DiffText =
      if let lost {
        "no longer accepts \(code: lost)"
      } else if let gained {
        "now accepts \(code: gained)"
      } else {
        "accepts \(isWider ? "more" : "other") texts"
      }
    let change: DiffText =
      old.words == new.words
      ? "the type \(name: new.words) changed" : "\(old.words) → \(new.words)"
    add(
      isWider ? .widened : .narrowed,
      pair.after,
      "\(name: name) of \(DiffText.route(pair.after.route.label)) \(words)",
      note: change,
      [
        JSON.Field("parameter", .text(name)), JSON.Field("before", .text(old.words)),
        JSON.Field("after", .text(new.words)),
      ]
    )
  }

  private static func texts(_ type: ParameterType, _ side: LoadedSide) -> [String] {
    let choices: [String] = if case .choice(let choices) = type { choices } else { [] }
    return (side.samples[type] ?? []) + choices + [type.sample().text].compactMap(\.self)
  }

  // MARK: Shared things

  private mutating func compareShared() {
    compare(before.events, after.events, .eventChanged, "event")
    compare(before.resources, after.resources, .resourceChanged, "resource")
    let names = Set(before.session.keys).union(after.session.keys)
    for name in names.sorted() where before.session[name] != after.session[name] {
      let verb =
        before.session[name] == nil
        ? "is now set" : after.session[name] == nil ? "is no longer set" : "has another value"
      changes.append(
        DiffChange(
          .sessionChanged,
          "\(code: "session.\(name)") \(verb) after loading",
          fields: [JSON.Field("field", .text(name))]
        )
      )
    }
    for name in after.personas where !before.personas.contains(name) {
      addPersona(name, "is new")
    }
    for name in before.personas where !after.personas.contains(name) {
      addPersona(name, "is gone")
    }
  }

  private mutating func addPersona(_ name: String, _ verb: String) {
    changes.append(
      DiffChange(
        .persona,
        "\(name: name) \(verb)",
        fields: [JSON.Field("persona", .text(name))]
      )
    )
  }

  private mutating func compare(
    _ old: [String: LoadedSide.Shared],
    _ new: [String: LoadedSide.Shared],
    _ kind: DiffKind,
    _ noun: String
  ) {
    for name in Set(old.keys).union(new.keys).sorted() where old[name]?.words != new[name]?.words {
      let title: DiffText = "The \(noun) \(DiffText.route(name))"
      let text: DiffText =
        switch (old[name], new[name]) {
        case (let before?, let after?):
          "\(title) was \(code: before.words), now \(code: after.words)"
        case (nil, let after?): "\(title) is new: \(code: after.words)"
        default: "\(title) is gone"
        }
      changes.append(
        DiffChange(
          kind,
          text,
          at: new[name]?.site ?? old[name]?.site,
          fields: [
            JSON.Field(noun, .text(name)), JSON.Field("before", .optional(old[name]?.words)),
            JSON.Field("after", .optional(new[name]?.words)),
          ]
        )
      )
    }
  }
}
