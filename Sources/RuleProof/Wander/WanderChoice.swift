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

  /// Whether two applications show the same after the same steps: no script uses random numbers.
  private let isComparable: Bool
  private let answers: [WanderAnswers]

  /// The acts of the program.
  private let outside: [Act]
  private var links: WanderLinks

  /// The routes and links that this journey has opened.
  private var visited: [(route: String, location: String)] = []

  private var random: SeededGenerator
  var map: WanderMap

  /// Equal seeds give equal choices; without personas, no step logs in.
  init(
    seed: UInt64,
    personas: [String],
    answers: [WanderAnswers],
    outside: [Act],
    of rules: RouterRules,
    words: WanderWords
  ) {
    random = SeededGenerator(seed: seed)
    (self.personas, self.answers, self.outside) = (personas, answers, outside)
    isComparable = !words.areRandom
    links = WanderLinks(of: rules, words)
    map = WanderMap(of: rules)
  }

  var isEmpty: Bool { links.isEmpty }

  /// A location of each route.
  var firstLinks: [String] { links.first }

  /// Journeys that open every route as every persona, with `count` links each.
  func tours(of count: Int) -> [[WanderStep]] {
    let all = links.first
    let people: [String?] = personas.isEmpty ? [nil] : personas
    return people.flatMap { person in
      Self.chunks(of: all, count).map { [WanderStep(.become(person))] + $0.map(WanderStep.open) }
    }
  }

  /// Journeys with combinations that random steps rarely reach, in random order: links with a value
  /// that a script compares, on an empty stage; for each person, all routes while a function of the
  /// program has another result; and the hostile parameters of each route.
  mutating func rareJourneys(of count: Int) -> [[WanderStep]] {
    var journeys = links.compared.map { [WanderStep(.become(person())), .open($0)] }
    for persona in personas {
      for answer in answers {
        for value in answer.values {
          let login = WanderStep(.become(persona), answers: [answer.function: value])
          journeys += Self.chunks(of: links.first, count).map { [login] + $0.map(WanderStep.open) }
        }
      }
    }
    for attacks in links.attacks where !attacks.isEmpty {
      let login = WanderStep(.become(person()))
      journeys += Self.chunks(of: attacks, count).map { [login] + $0.map(WanderStep.open) }
    }
    for place in journeys.indices.reversed() {
      journeys.swapAt(place, random.next(below: place + 1))
    }
    return journeys
  }

  private static func chunks(of texts: [String], _ count: Int) -> [ArraySlice<String>] {
    stride(from: 0, to: texts.count, by: count).map { texts[$0..<min(texts.count, $0 + count)] }
  }

  /// The maximum number of steps of the next journey.
  mutating func length() -> Int { 8 + random.next(below: 33) }

  /// A random persona, or `nil` without personas.
  private mutating func person() -> String? {
    personas.isEmpty ? nil : personas[random.next(below: personas.count)]
  }

  /// A login at the start of a journey, if there are personas; otherwise a random step.
  mutating func step(_ scene: StageSummary, isFirst: Bool) -> WanderStep {
    if isFirst, let person = person() { return WanderStep(.become(person)) }
    if scene.top == nil, random.next(below: 20) > 0 {
      guard !outside.isEmpty, random.next(below: 8) == 0 else { return .open(link(scene)) }
      return WanderStep(pick(outside))
    }
    let entries = weights(scene)
    var left = random.next(below: entries.reduce(0) { $0 + $1.weight })
    for entry in entries {
      if left < entry.weight { return entry.step(&self, scene) }
      left -= entry.weight
    }
    return .open(link(scene))
  }

  private func weights(_ scene: StageSummary) -> [Weight] {
    var weights = [
      Weight(step: { .open($0.link($1)) }, weight: 30),
      Weight(step: { $0.openBoth($1) }, weight: 4),
      Weight(step: { choice, _ in WanderStep(.advance(choice.pick(Self.waits))) }, weight: 3),
      Weight(step: { _, _ in WanderStep(.recheck) }, weight: 1),
      Weight(step: { _, _ in WanderStep(.reload) }, weight: 1),
      Weight(step: { _, _ in WanderStep(.restore) }, weight: 2),
      Weight(step: { _, _ in WanderStep(.restart) }, weight: 1),
    ]
    if let refused = scene.refused {
      weights.append(Weight(step: { _, _ in .open(refused) }, weight: 30))
    }
    if scene.isHeld { weights.append(Weight(step: { .open($0.link($1)) }, weight: 200)) }
    if scene.isAsked {
      weights.append(Weight(step: { _, _ in WanderStep(.back(1)) }, weight: 200))
    }
    if isComparable, !visited.isEmpty {
      weights.append(Weight(step: { choice, _ in choice.compare() }, weight: 8))
    }
    if !outside.isEmpty {
      let step: @Sendable (inout WanderChoice, StageSummary) -> WanderStep = { choice, _ in
        WanderStep(choice.pick(choice.outside))
      }
      weights.append(Weight(step: step, weight: 4))
    }
    if !scene.taps.isEmpty { weights.append(Weight(step: { $0.tap($1) }, weight: 30)) }
    if !scene.fields.isEmpty {
      weights.append(Weight(step: { $0.fill($1) }, weight: scene.hasEmptyField ? 16 : 8))
    }
    if scene.canGoBack {
      weights.append(Weight(step: { _, _ in WanderStep(.back(1)) }, weight: 12))
      weights.append(Weight(step: { _, _ in WanderStep(.swipeBack) }, weight: 3))
    }
    if scene.isPresenting {
      weights.append(Weight(step: { _, _ in WanderStep(.dismiss) }, weight: 5))
    }
    if scene.tabs.count > 1 {
      weights.append(Weight(step: { WanderStep(.person(.select($0.pick($1.tabs)))) }, weight: 8))
      weights.append(Weight(step: { WanderStep(.person(.reselect($0.pick($1.tabs)))) }, weight: 2))
    }
    if !personas.isEmpty {
      weights.append(Weight(step: { choice, _ in choice.login() }, weight: 6))
    }
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

  /// Compares a page of this journey, or another one of the same route, with a new application.
  private mutating func compare() -> WanderStep {
    let (route, location) = pick(visited)
    guard random.next(below: 2) == 0 else { return .compare(location) }
    return .compare(links.location(of: route, &random) ?? location)
  }

  /// The choices of a new journey, with random numbers of its own.
  mutating func forked() -> WanderChoice {
    var journey = self
    journey.random = SeededGenerator(seed: random.next())
    journey.visited = []
    return journey
  }

  /// Adds the tries of a journey, and the places that it visited since it began.
  mutating func learn(from journey: WanderChoice, since before: WanderChoice) {
    links.learn(from: journey.links, since: before.links)
    map.learn(from: journey.map, since: before.map)
  }

  mutating func note(_ outcomes: [Outcome]) {
    for outcome in outcomes where outcome.isSuccess {
      guard let route = outcome.routeLabel, !visited.contains(where: { $0.route == route }) else {
        continue
      }
      visited.append((route, outcome.text))
    }
  }

  private mutating func login() -> WanderStep {
    let person = random.next(below: 4) == 0 ? nil : pick(personas)
    guard !answers.isEmpty, random.next(below: 2) == 0 else { return WanderStep(.become(person)) }
    let changed = pick(answers)
    return WanderStep(.become(person), answers: [changed.function: pick(changed.values)])
  }

  private mutating func tap(_ scene: StageSummary) -> WanderStep {
    let piece = map.tap(scene.taps, on: scene.top, &random)
    return WanderStep(.person(.tap(piece.text, at: piece.place, on: nil), on: piece.screen))
  }

  private mutating func fill(_ scene: StageSummary) -> WanderStep {
    let field = pick(scene.fields)
    let fields = [PersonAct.Field(field.text, .text(pick(Self.texts)))]
    return WanderStep(.person(.fill(fields, on: nil), on: field.screen))
  }
}
