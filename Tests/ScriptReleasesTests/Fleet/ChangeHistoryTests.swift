#if Releases
import Testing

/// The checker of histories is itself shown good and broken ones.
@Suite struct ChangeHistoryTests {
  typealias Change = ChangeHistory.Change

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let changes: [Change]
    var last: Int?
    let isLinearizable: Bool

    init(_ name: String, _ changes: [Change], last: Int? = nil, _ isLinearizable: Bool) {
      (testDescription, self.changes) = (name, changes)
      (self.last, self.isLinearizable) = (last, isLinearizable)
    }
  }

  static let cases = [
    Case("nothing", [], true),
    Case("one after the other", [Change(0, 1, 1, 2), Change(1, 2, 3, 4)], last: 2, true),
    Case("at the same time, in the other order", [Change(1, 2, 1, 9), Change(0, 1, 2, 8)], true),
    Case("a lost update", [Change(0, 1, 1, 2), Change(0, 1, 3, 4)], false),
    Case("a lost update at the same time", [Change(0, 1, 1, 4), Change(0, 1, 2, 3)], false),
    Case("an old value read", [Change(0, 1, 1, 2), Change(1, 2, 3, 4), Change(1, 3, 5, 6)], false),
    Case("a change before its value was written", [Change(1, 2, 1, 2), Change(0, 1, 3, 4)], false),
    Case("a value that nobody wrote", [Change(0, 1, 1, 2), Change(7, 8, 3, 4)], false),
    Case("an acknowledged change that is gone", [Change(0, 1, 1, 2)], last: 0, false),
    Case("a last value that nobody wrote", [Change(0, 1, 1, 2)], last: 5, false),
    Case("no answer, and it happened", [Change(0, 1, 1, nil), Change(1, 2, 3, 4)], last: 2, true),
    Case(
      "no answer, and it did not happen",
      [Change(0, 1, 1, nil), Change(0, 2, 3, 4)],
      last: 2,
      true
    ),
    Case(
      "no answer, and it happened at the end",
      [Change(0, 1, 1, 2), Change(1, 2, 3, nil)],
      last: 2,
      true
    ),
    Case(
      "no answer, and it happened twice",
      [Change(0, 1, 1, nil), Change(1, 0, 2, 3), Change(1, 2, 4, 5)],
      false
    ),
    Case(
      "no answer, but it happened before it began",
      [Change(1, 2, 1, 2), Change(0, 1, 3, nil)],
      false
    ),
    Case(
      "back to an old value",
      [Change(0, 1, 1, 2), Change(1, 0, 3, 4), Change(0, 1, 5, 6)],
      last: 1,
      true
    ),
  ]

  @Test(arguments: cases)
  func `a history is linearizable if the changes have an order`(history: Case) {
    let checked = ChangeHistory(history.changes, last: history.last)
    #expect(checked.isLinearizable == history.isLinearizable)
  }

  @Test(arguments: 0..<20)
  func `a good history with one changed read is found`(number: Int) {
    let changes = (0..<20).map { Change($0, $0 + 1, $0 * 2, $0 * 2 + 3) }
    #expect(ChangeHistory(changes, last: 20).isLinearizable)
    var broken = changes
    broken[number] = Change(number - 1, number + 1, number * 2, number * 2 + 3)
    #expect(!ChangeHistory(broken, last: 20).isLinearizable)
  }
}
#endif
