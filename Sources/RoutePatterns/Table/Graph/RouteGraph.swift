/// Many patterns as one compiled graph in a few flat arrays.
final class RouteGraph: Sendable {
  let records: [GraphRecord]
  let edges: [GraphEdge]
  /// Literals of more than 16 bytes.
  let text: [UInt8]
  let tests: [SegmentTest]
  /// The automaton that decides each test alone, or `nil`.
  ///
  /// Not retained, because reference counting would cost as much as a short value.
  let automata: [Unmanaged<ByteAutomaton>?]
  private let ownedAutomata: [ByteAutomaton?]
  /// The next rank that ends at the same node, or -1.
  let sameEnd: [Int32]
  /// The smallest rank below each record; empty if the first route found is always the winner.
  let floors: [Int32]
  /// The maximum number of pending choices.
  let pointCapacity: Int
  /// The maximum number of values for one route.
  let slotCapacity: Int
  let spellings: LiteralSpellings
  /// The entry of each rank.
  let order: [Int32]
  let ranks: [Int32]
  let answers: [RouteAnswer]

  init(_ draft: GraphDraft) {
    records = draft.records
    edges = draft.edges
    text = draft.text
    tests = draft.tests
    ownedAutomata = Self.automata(of: draft.tests)
    automata = ownedAutomata.map { $0.map(Unmanaged.passUnretained) }
    sameEnd = draft.sameEnd
    floors = draft.floors
    pointCapacity = draft.pointCapacity
    slotCapacity = draft.slotCapacity
    spellings = draft.spellings
    order = draft.order
    ranks = draft.ranks
    answers = draft.answers
  }

  /// Equal types share an automaton, so that it stays in the caches of the processor.
  private static func automata(of tests: [SegmentTest]) -> [ByteAutomaton?] {
    var known: [ParameterType: ByteAutomaton?] = [:]
    return tests.map { test in
      guard case .type(let type) = test, !type.isBuiltIn else { return nil }
      if let automaton = known[type] { return automaton }
      // A value equals a word of non-ASCII letters in each of its Unicode spellings.
      let isExact = type.choices.allSatisfy { LiteralText.isASCII($0.utf8) }
      let automaton = isExact ? BuiltInExpression.automaton(of: type) : nil
      known[type] = .some(automaton)
      return automaton
    }
  }

  var isOrdered: Bool { floors.isEmpty }

  /// The size of all arrays in bytes.
  var byteCount: Int {
    records.capacity * MemoryLayout<GraphRecord>.stride
      + edges.capacity * MemoryLayout<GraphEdge>.stride
      + text.capacity + tests.capacity * MemoryLayout<SegmentTest>.stride
      + (sameEnd.capacity + floors.capacity + order.capacity + ranks.capacity) * 4
      + answers.capacity * MemoryLayout<RouteAnswer>.stride
  }
}

struct GraphDraft {
  var records: [GraphRecord] = []
  var edges: [GraphEdge] = []
  var text: [UInt8] = []
  var tests: [SegmentTest] = []
  var sameEnd: [Int32] = []
  var floors: [Int32] = []
  var pointCapacity = 1
  var slotCapacity = 0
  var spellings = LiteralSpellings()
  var order: [Int32] = []
  var ranks: [Int32] = []
  var answers: [RouteAnswer] = []
}
