import Moonroute
import Rehearsal
import TextTools

/// Chooses the next step of a journey.
struct WanderChoice: Sendable {
  /// The relative frequency of a kind of step.
  private struct Weight {
    let step: @Sendable (inout WanderChoice, StageSummary) -> WanderStep
    let weight: Int
  }

  private static let texts = ["", "x", "anna", "1", "-1", "a b", "%00", "'", "\u{202E}", "🂡"]

  private static let waits: [Double] = [1, 5, 60, 3_600]

  private let personas: [String]
  private let answers: [WanderAnswers]
  private var links: WanderLinks
  private var random: SeededGenerator
  var map: WanderMap

  /// Equal seeds give equal choices; without personas, no step logs in.
  init(
    seed: UInt64,
    personas: [String],
    answers: [WanderAnswers],
    of rules: RouterRules,
    words: WanderWords
  ) {
    random = SeededGenerator(seed: seed)
    (self.personas, self.answers) = (personas, answers)
    links = WanderLinks(of: rules, words)
    map = WanderMap(of: rules)
  }

  var isEmpty: Bool { links.isEmpty }

  /// Journeys that open every route as every persona, with `count` links each.
  func tours(of count: Int) -> [[WanderStep]] {
    let all = links.first
    let people: [String?] = personas.isEmpty ? [nil] : personas
    return people.flatMap { person in
      stride(from: 0, to: all.count, by: count)
        .map {
          [WanderStep(.become(person))]
            + all[$0..<min(all.count, $0 + count)].map(WanderStep.open)
        }
    }
  }

  /// The maximum number of steps of the next journey.
  mutating func length() -> Int { 8 + random.next(below: 33) }

  /// The persona at the start of a journey, or `nil`.
  mutating func person() -> String? {
    personas.isEmpty ? nil : personas[random.next(below: personas.count)]
  }

  mutating func step(_ scene: StageSummary) -> WanderStep {
    if scene.top == nil, random.next(below: 20) > 0 { return .open(link(scene)) }
    let weights = Self.weights(scene, hasPersonas: !personas.isEmpty)
    var left = random.next(below: weights.reduce(0) { $0 + $1.weight })
    for entry in weights {
      if left < entry.weight { return entry.step(&self, scene) }
      left -= entry.weight
    }
    return .open(link(scene))
  }

  private static func weights(_ scene: StageSummary, hasPersonas: Bool) -> [Weight] {
    var weights = [
      Weight(step: { .open($0.link($1)) }, weight: 30),
      Weight(step: { $0.openBoth($1) }, weight: 4),
      Weight(step: { choice, _ in WanderStep(.advance(choice.pick(waits))) }, weight: 3),
      Weight(step: { _, _ in WanderStep(.recheck) }, weight: 1),
      Weight(step: { _, _ in WanderStep(.reload) }, weight: 1),
      Weight(step: { _, _ in WanderStep(.restore) }, weight: 2),
      Weight(step: { _, _ in WanderStep(.restart) }, weight: 1),
    ]
    if let refused = scene.refused {
      weights.append(Weight(step: { _, _ in .open(refused) }, weight: 30))
    }
    if !scene.taps.isEmpty { weights.append(Weight(step: { $0.tap($1) }, weight: 30)) }
    if !scene.fields.isEmpty { weights.append(Weight(step: { $0.fill($1) }, weight: 8)) }
    if scene.canGoBack {
      weights.append(Weight(step: { _, _ in WanderStep(.back(1)) }, weight: 8))
      weights.append(Weight(step: { _, _ in WanderStep(.swipeBack) }, weight: 3))
    }
    if scene.isPresenting {
      weights.append(Weight(step: { _, _ in WanderStep(.dismiss) }, weight: 5))
    }
    if scene.tabs.count > 1 {
      weights.append(Weight(step: { WanderStep(.person(.select($0.pick($1.tabs)))) }, weight: 8))
      weights.append(Weight(step: { WanderStep(.person(.reselect($0.pick($1.tabs)))) }, weight: 2))
    }
    if hasPersonas { weights.append(Weight(step: { choice, _ in choice.login() }, weight: 4)) }
    return weights
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[random.next(below: elements.count)]
  }

  private mutating func link(_ scene: StageSummary) -> String {
    let map = map
    return links.next(&random) { map.isNew($0, from: scene.top) }
  }

  /// Opens two links, often the same one, like a button that is tapped twice.
  private mutating func openBoth(_ scene: StageSummary) -> WanderStep {
    let first = link(scene)
    return WanderStep(.opening(random.next(below: 2) == 0 ? first : link(scene)), after: first)
  }

  private mutating func login() -> WanderStep {
    let person = random.next(below: 4) == 0 ? nil : pick(personas)
    guard !answers.isEmpty, random.next(below: 3) == 0 else { return WanderStep(.become(person)) }
    let changed = pick(answers)
    return WanderStep(.become(person), answers: [changed.function: pick(changed.values)])
  }

  private mutating func tap(_ scene: StageSummary) -> WanderStep {
    let piece = map.tap(scene.taps, on: scene.top, &random)
    return WanderStep(.person(.tap(piece.text, on: nil), on: piece.screen))
  }

  private mutating func fill(_ scene: StageSummary) -> WanderStep {
    let field = pick(scene.fields)
    let fields = [PersonAct.Field(field.text, .text(pick(Self.texts)))]
    return WanderStep(.person(.fill(fields, on: nil), on: field.screen))
  }
}
