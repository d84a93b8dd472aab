/// Prints results as text, or as one JSON value per line.
struct BenchmarkReport {
  let isJSON: Bool
  private(set) var hasFailed = false

  init(isJSON: Bool) {
    self.isJSON = isJSON
  }

  mutating func add(_ results: [BenchmarkRunner.Result]) {
    for result in results {
      if let allocations = result.allocations, allocations > 0, !result.mayAllocate {
        hasFailed = true
      }
      print(isJSON ? json(result) : line(result))
    }
  }

  func add(_ figure: BenchmarkFigure) {
    let goal = figure.goal.map { "goal ≤ \(format($0))  " + verdict(figure.value <= $0) } ?? ""
    let members = [
      "\"figure\":\"\(figure.name)\"", "\"value\":\(figure.value)", "\"unit\":\"\(figure.unit)\"",
      "\"goal\":\(figure.goal.map { String($0) } ?? "null")",
    ]
    print(
      isJSON
        ? "{\(members.joined(separator: ","))}"
        : pad(figure.name, 66) + padLeft(format(figure.value), 10) + " " + pad(figure.unit, 16)
          + goal
    )
  }

  private func line(_ result: BenchmarkRunner.Result) -> String {
    let allocations = result.allocations.map { format($0) } ?? "not counted"
    let goal = result.goal.map { "goal ≤ \(format($0))  " + verdict(result.ratio <= $0) } ?? ""
    return pad(result.caseName, 28) + pad(result.peer, 38)
      + padLeft(format(result.nanoseconds), 9) + " ns" + padLeft(format(result.ratio), 8) + " ×"
      + padLeft(allocations, 8) + " allocations  " + goal
  }

  private func json(_ result: BenchmarkRunner.Result) -> String {
    let members = [
      "\"case\":\"\(result.caseName)\"", "\"peer\":\"\(result.peer)\"",
      "\"nanoseconds\":\(result.nanoseconds)", "\"ratio\":\(result.ratio)",
      "\"allocations\":\(result.allocations.map { String($0) } ?? "null")",
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
