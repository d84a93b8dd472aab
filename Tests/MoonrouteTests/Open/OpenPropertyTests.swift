import Moonroute
import RoutePatterns
import TestSupport
import Testing
import TextTools

/// Opens with generated routes and schedules, compared with a simple model of the rules.
@MainActor @Suite struct OpenPropertyTests {
  enum Node {
    case view
    case action
    case leads(to: Int)
    case stays
    case stops
  }

  /// Follows the redirects of a generated application, step by step.
  private func expected(_ nodes: [Node], from start: Int, limit: Int) -> String {
    var chain = [start]
    while true {
      let last = chain[chain.count - 1]
      guard nodes.indices.contains(last) else { return "not_found" }
      let target: Int
      switch nodes[last] {
      case .view: return "opened"
      case .action: return "handled"
      case .stays: return "failed no_view"
      case .stops: return "intercepted"
      case .leads(let next) where next == last: return "failed no_view"
      case .leads(let next): target = next
      }
      if chain.contains(target) { return "failed redirect_loop" }
      chain.append(target)
      if chain.count - 1 > limit { return "failed redirect_limit" }
    }
  }

  @Test(arguments: 0..<UInt64(TestScale.openSeeds))
  func `redirects agree with a step-by-step model`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...9, using: &random)
    let nodes: [Node] = (0..<count)
      .map { _ in
        switch Int.random(in: 0..<10, using: &random) {
        case 0: .view
        case 1: .action
        case 2: .stays
        case 3: .stops
        default: .leads(to: Int.random(in: 0...count, using: &random))
        }
      }
    let limit = Int.random(in: 1...6, using: &random)
    let router = try Router.make({ $0.configuration.redirectLimit = limit }) {
      for (index, node) in nodes.enumerated() {
        switch node {
        case .view: LinkRoute.page("/\(index)")
        case .action:
          LinkRoute("/\(index)").action { _ in 1 }
        case .leads(let target):
          LinkRoute("/\(index)").redirect(to: "/\(target)")
        case .stays:
          LinkRoute("/\(index)").redirect { _ in .proceed }
        case .stops:
          LinkRoute("/\(index)").redirect { _ in .stop() }
        }
      }
    }
    let outcome = await router.open("/0")
    var found = outcome.status.rawValue
    if outcome.status == .failed, let code = outcome.error?.code { found += " \(code)" }
    #expect(found == expected(nodes, from: 0, limit: limit), "seed \(seed)")
    #expect(outcome.redirects.count <= limit + 1)
  }

  @Test(arguments: 0..<UInt64(TestScale.ruleSeeds))
  func `overlapping opens each end once, and the newest screen is on top`(
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    var gates: [Gate] = []
    let guarding = LinkRoute.Redirect.decided(
      .waiting { state in
        guard let number = Int(state.match[text: "n"] ?? "") else { return .stop() }
        await gates[number].pass()
        return .proceed
      }
    )
    let router = try Router.make({ _ in }) {
      LinkRoute.page("/view/:n").with { $0.redirects = [guarding] }
      LinkRoute("/act/:n")
        .with {
          $0.redirects = [guarding]
          $0.action = .immediate { _ in .values([]) }
        }
    }
    let kinds = (0..<12).map { _ in Bool.random(using: &random) ? "view" : "act" }
    var opens: [Task<Outcome, Never>] = []
    for (number, kind) in kinds.enumerated() {
      gates.append(Gate())
      opens.append(Task { await router.open("/\(kind)/\(number)") })
      if Bool.random(using: &random) { await gates[number].reached() }
      if Bool.random(using: &random) { gates[Int.random(in: 0...number, using: &random)].open() }
      for _ in 0..<Int.random(in: 0...3, using: &random) { await Task.yield() }
    }
    for gate in gates.shuffled(using: &random) { gate.open() }
    for (kind, open) in zip(kinds, opens) {
      let status = await open.value.status
      #expect(kind == "act" ? status == .handled : status == .opened || status == .cancelled)
    }
    if let newest = kinds.lastIndex(of: "view") {
      #expect(router.stage.top?.location?.description == "/view/\(newest)", "seed \(seed)")
    }
    let shown = router.stage.transitions.compactMap(\.screen?.rawValue)
    #expect(shown == shown.sorted(), "seed \(seed)")
  }
}
