#if Inspector
package import MessageStream
import Synchronization

/// A bounded record of rows, the newest outcomes and stages; any thread may use it.
package final class Timeline: Sendable {
  package struct Limits: Sendable {
    package var rows = 10_000
    /// The approximate bytes of all rows.
    package var bytes = 16 << 20
    package var outcomes = 1_000
    package var outcomeBytes = 16 << 20
    package var stages = 1_000
    package var places = 50_000
    /// The approximate bytes of all stages, counting shared parts once.
    package var stageBytes = 16 << 20
    package var pins = 1_000

    package init() {}
  }

  fileprivate struct State {
    var buffer = RowBuffer()
    var last = 0
    /// The pinned rows that have left the buffer.
    var kept: [Int: TimelineRow] = [:]
    var pinned: Set<Int> = []
    var outcomes = Bounded<OutcomeRecord>()
    var outcomeBytes = 0
    var stages = Bounded<StageSnapshot>()
    var placeCount = 0
    var stageBytes = 0
    var lastOpen = 0
    var isPaused = false
    var current: StageSnapshot?
    var notify: @Sendable () -> Void = {}
  }

  private let limits: Limits
  private let now: @Sendable () -> Duration
  private let state = Mutex(State())

  package init(limits: Limits = Limits(), now: (@Sendable () -> Duration)? = nil) {
    let start = ContinuousClock.now
    self.limits = limits
    self.now = now ?? { start.duration(to: .now) }
  }

  package var milliseconds: Double {
    let (seconds, attoseconds) = now().components
    return Double(seconds) * 1e3 + Double(attoseconds / 1_000_000_000_000) / 1e3
  }

  package var isRecording: Bool {
    get { state.withLock { !$0.isPaused } }
    set {
      state.withLock { $0.isPaused = !newValue }
      announce()
    }
  }

  /// Sets the function to call after each change, on any thread.
  package func onChange(_ notify: @escaping @Sendable () -> Void) {
    state.withLock { $0.notify = notify }
  }

  package func announce() { state.withLock { $0.notify }() }

  /// Adds a row, by default for the current task's act; returns `nil` if it is not recording.
  @discardableResult
  package func add(
    _ kind: TimelineRow.Kind,
    open: Int? = nil,
    act: Int? = InspectedApplication.currentAct,
    _ summary: [(String, JSON)]
  ) -> Int? {
    guard isRecording else { return nil }
    var fields = summary.filter { $0.1 != .null }.map { JSON.Field($0.0, $0.1.shortened) }
    if let act { fields.append(JSON.Field("act", .int(act))) }
    let text = JSON.object(fields).line
    let time = milliseconds
    let number = state.withLock { state in
      state.last += 1
      let row = TimelineRow(
        number: state.last,
        kind: kind,
        milliseconds: time,
        open: open,
        act: act,
        summary: text
      )
      state.add(row, limits)
      return row.number
    }
    announce()
    return number
  }

  package var last: Int { state.withLock { $0.last } }

  package struct Page: Sendable {
    package let rows: [TimelineRow]
    /// The oldest available row, or 0.
    package let first: Int
    /// The newest row so far.
    package let last: Int
    /// The number of rows between the requested and the first available row.
    package let dropped: Int
  }

  package func page(after number: Int, limit: Int) -> Page {
    state.withLock { state in
      let newer = state.buffer.rows(after: number)
      let pinned = state.kept.values.filter { $0.number > number }.sorted { $0.number < $1.number }
      let oldest = state.buffer.all.first?.number ?? state.last + 1
      return Page(
        rows: Array((pinned + newer).prefix(limit)),
        first: state.kept.keys.min() ?? (state.buffer.count == 0 ? 0 : oldest),
        last: state.last,
        dropped: max(0, oldest - 1 - max(0, number) - pinned.count)
      )
    }
  }

  package func row(_ number: Int) -> TimelineRow? {
    state.withLock { state in
      if let kept = state.kept[number] { return kept }
      return state.buffer.rows(after: number - 1).first { $0.number == number }
    }
  }

  /// The last effect of the act that a row belongs to; without an act, the row itself.
  package func settled(_ number: Int) -> Int {
    guard let row = row(number), let act = row.kind == .act ? row.number : row.act else {
      return number
    }
    return state.withLock { state in
      let rows = state.buffer.rows(after: number).prefix { $0.kind != .act }
      return rows.last { $0.act == act }?.number ?? number
    }
  }

  @discardableResult
  package func clear() -> Int {
    let last = state.withLock { state in
      for row in state.buffer.all where state.pinned.contains(row.number) {
        state.kept[row.number] = row
      }
      state.buffer = RowBuffer()
      state.outcomes.removeAll()
      state.stages.removeAll()
      (state.outcomeBytes, state.placeCount, state.stageBytes) = (0, 0, 0)
      return state.last
    }
    announce()
    return last
  }

  /// Returns `false` without the row or at the limit; pinned rows survive any number of later rows.
  package func pin(_ number: Int, _ isPinned: Bool) -> Bool {
    guard row(number) != nil else { return false }
    let isDone = state.withLock { state in
      if isPinned {
        guard state.pinned.count < limits.pins || state.pinned.contains(number) else {
          return false
        }
        state.pinned.insert(number)
      } else {
        state.pinned.remove(number)
        state.kept[number] = nil
      }
      return true
    }
    if isDone { announce() }
    return isDone
  }

  package var pinned: [Int] { state.withLock { $0.pinned.sorted() } }
}

extension Timeline {
  func nextOpen() -> Int {
    state.withLock { state in
      state.lastOpen += 1
      return state.lastOpen
    }
  }

  func add(_ outcome: OutcomeRecord) {
    guard isRecording else { return }
    state.withLock { state in
      state.outcomes.add(outcome, at: outcome.number)
      state.outcomeBytes += outcome.text.utf8.count
      while state.outcomes.count > limits.outcomes || state.outcomeBytes > limits.outcomeBytes {
        guard let old = state.outcomes.removeFirst() else { return }
        state.outcomeBytes -= old.text.utf8.count
      }
    }
  }

  package func outcome(_ number: Int) -> OutcomeRecord? {
    state.withLock { $0.outcomes[number] }
  }

  /// The outcomes of all nested opens, at any depth; each one precedes its nested outcomes.
  func outcomes(inside number: Int, limit: Int) -> [OutcomeRecord] {
    state.withLock { state in
      var waiting = state.outcomes[number]?.inner ?? []
      var found: [OutcomeRecord] = []
      var next = 0
      while found.count < limit, next < waiting.count {
        if let record = state.outcomes[waiting[next]] {
          found.append(record)
          waiting += record.inner
        }
        next += 1
      }
      return found
    }
  }

  package var stage: StageSnapshot? { state.withLock { $0.current } }

  func show(_ stage: StageSnapshot, row: Int?) {
    state.withLock { state in
      state.current = stage
      guard let row else { return }
      state.stages.add(stage, at: row)
      state.placeCount += stage.placeCount
      state.stageBytes += stage.byteCount
      while state.hasTooManyStages(limits), let old = state.stages.removeFirst() {
        state.placeCount -= old.placeCount
        state.stageBytes -= old.byteCount
      }
    }
    announce()
  }

  package func stage(after row: Int) -> StageSnapshot? {
    state.withLock { state in
      state.stages.last(upTo: row) ?? (state.stages.hasDropped ? nil : .empty)
    }
  }
}

extension Timeline.State {
  /// Whether the oldest stage must be removed; the newest stage always remains.
  fileprivate func hasTooManyStages(_ limits: Timeline.Limits) -> Bool {
    guard stages.count > 1 else { return false }
    return stages.count > limits.stages || placeCount > limits.places
      || stageBytes > limits.stageBytes
  }

  fileprivate mutating func add(_ row: TimelineRow, _ limits: Timeline.Limits) {
    buffer.append(row)
    while buffer.count > limits.rows || buffer.byteCount > limits.bytes {
      guard let old = buffer.removeFirst() else { return }
      if pinned.contains(old.number) { kept[old.number] = old }
    }
  }
}

/// Elements with increasing numbers; the oldest ones are removed first.
private struct Bounded<Element> {
  private var items: [(number: Int, element: Element)] = []
  private var start = 0
  /// Whether older elements were removed.
  private(set) var hasDropped = false

  var count: Int { items.count - start }

  mutating func add(_ element: Element, at number: Int) {
    // Opens end in a different order than they begin, so insert each outcome by its number.
    let place = items[start...].lastIndex { $0.number <= number }.map { $0 + 1 } ?? start
    items.insert((number, element), at: place)
  }

  mutating func removeFirst() -> Element? {
    guard start < items.count else { return nil }
    let first = items[start].element
    hasDropped = true
    start += 1
    if start > 256, start * 2 > items.count {
      items.removeFirst(start)
      start = 0
    }
    return first
  }

  mutating func removeAll() { (items, start, hasDropped) = ([], 0, true) }

  func last(upTo number: Int) -> Element? {
    var (low, high) = (start, items.count)
    while low < high {
      let middle = (low + high) / 2
      if items[middle].number <= number { low = middle + 1 } else { high = middle }
    }
    return low > start ? items[low - 1].element : nil
  }

  subscript(number: Int) -> Element? {
    items[start...].last { $0.number <= number }.flatMap { $0.number == number ? $0.element : nil }
  }
}

extension JSON {
  private static var textBytes: Int { 2_000 }

  /// The value for a row, with long texts and lists truncated.
  fileprivate var shortened: JSON {
    switch self {
    case .text(let text) where text.utf8.count > Self.textBytes:
      .text(String(text.prefix(Self.textBytes / 4)) + "…")
    case .list(let items) where items.count > 100: .list(items.prefix(100).map(\.shortened))
    case .list(let items): .list(items.map(\.shortened))
    case .object(let fields): .object(fields.prefix(100).map { Field($0.name, $0.value.shortened) })
    default: self
    }
  }
}
#endif
