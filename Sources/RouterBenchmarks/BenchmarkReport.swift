/// Prints results as text, or as one JSON value per line, and finally which goals are met.
struct BenchmarkReport {
  private struct Goal {
    let name: String
    let value: Double
    let limit: Double
    let unit: String

    var isMet: Bool { value <= limit }
  }

  let isJSON: Bool
  private var goals: [Goal] = []
  private(set) var hasFailed = false

  init(isJSON: Bool) {
    self.isJSON = isJSON
  }

  mutating func add(_ results: [BenchmarkRunner.Result]) {
    for result in results {
      if result.hasTooManyAllocations { hasFailed = true }
      if let limit = result.goal {
        let name = "\(result.caseName): \(result.peer)"
        goals.append(Goal(name: name, value: result.ratio, limit: limit, unit: "×"))
      }
      print(isJSON ? json(result) : line(result))
    }
  }

  mutating func add(_ figure: BenchmarkFigure) {
    if let limit = figure.goal {
      goals.append(
        Goal(name: figure.name, value: figure.value, limit: limit, unit: figure.unit)
      )
    }
    let goal = figure.goal.map { "goal ≤ \(format($0))  " + verdict(figure.value <= $0) } ?? ""
    let isTooMany = figure.limit.map { figure.value > $0 } ?? false
    if isTooMany { hasFailed = true }
    let limit = isTooMany ? "  TOO MANY, at most \(format(figure.limit ?? 0))" : ""
    let members = [
      "\"figure\":\"\(figure.name)\"", "\"value\":\(figure.value)", "\"unit\":\"\(figure.unit)\"",
      "\"goal\":\(figure.goal.map { String($0) } ?? "null")",
      "\"limit\":\(figure.limit.map { String($0) } ?? "null")",
    ]
    print(
      isJSON
        ? "{\(members.joined(separator: ","))}"
        : pad(figure.name, 66) + padLeft(format(figure.value), 10) + " " + pad(figure.unit, 16)
          + goal + limit
    )
  }

  /// Prints all goals as a table, the missed ones last.
  func printGoals() {
    guard !isJSON, !goals.isEmpty else { return }
    let missed = goals.filter { !$0.isMet }
    print("")
    print("goals: \(goals.count - missed.count) met, \(missed.count) missed")
    for goal in goals.filter(\.isMet) + missed {
      print(
        pad(goal.name, 76) + padLeft(format(goal.value), 10) + " " + pad(goal.unit, 12) + "≤ "
          + padLeft(format(goal.limit), 7) + "  " + verdict(goal.isMet)
      )
    }
  }

  private func line(_ result: BenchmarkRunner.Result) -> String {
    let allocations = result.allocations.map { format($0) } ?? "not counted"
    let goal = result.goal.map { "goal ≤ \(format($0))  " + verdict(result.ratio <= $0) } ?? ""
    let limit =
      result.hasTooManyAllocations
      ? "  TOO MANY ALLOCATIONS, at most \(format(result.allocationLimit ?? 0))" : ""
    return pad(result.caseName, 28) + pad(result.peer, 38)
      + padLeft(format(result.nanoseconds), 9) + " ns" + padLeft(format(result.ratio), 8) + " ×"
      + padLeft(allocations, 8) + " allocations  " + goal + limit
  }

  private func json(_ result: BenchmarkRunner.Result) -> String {
    let members = [
      "\"case\":\"\(result.caseName)\"", "\"peer\":\"\(result.peer)\"",
      "\"nanoseconds\":\(result.nanoseconds)", "\"ratio\":\(result.ratio)",
      "\"allocations\":\(result.allocations.map { String($0) } ?? "null")",
      "\"allocationLimit\":\(result.allocationLimit.map { String($0) } ?? "null")",
      "\"goal\":\(result.goal.map { String($0) } ?? "null")",
    ]
    return "{\(members.joined(separator: ","))}"
  }

  private func verdict(_ isMet: Bool) -> String { isMet ? "met" : "MISSED" }

  private func format(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private func padLeft(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }
}
