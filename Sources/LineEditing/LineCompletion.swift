/// The possible completions for the text at the cursor.
package struct LineCompletion: Hashable, Sendable {
  package struct Candidate: Hashable, Sendable {
    package let text: String
    package let detail: String
    /// Text to append if it is the only candidate, such as a space.
    package let ending: String

    package init(_ text: String, detail: String = "", ending: String = "") {
      (self.text, self.detail, self.ending) = (text, detail, ending)
    }
  }

  /// The index of the first character to replace; the replacement ends at the cursor.
  package let start: Int
  /// The candidates, the best first.
  package let candidates: [Candidate]

  package init(start: Int, _ candidates: [Candidate]) {
    (self.start, self.candidates) = (start, candidates)
  }

  var commonPrefix: String {
    guard var common = candidates.first.map({ Array($0.text) }) else { return "" }
    for candidate in candidates.dropFirst() {
      let same = zip(common, candidate.text).prefix { $0 == $1 }.count
      common = Array(common.prefix(same))
    }
    return String(common)
  }
}

/// The functions that assist an editor with its text.
package struct LineAssistance {
  package var complete: (_ head: String) -> LineCompletion?
  /// Returns a hint after a text that cannot be accepted, such as the parameters of a command.
  package var hint: (_ text: String) -> String?
  package var goesOn: (_ text: String) -> Bool

  package init(
    complete: @escaping (_ head: String) -> LineCompletion? = { _ in nil },
    hint: @escaping (_ text: String) -> String? = { _ in nil },
    goesOn: @escaping (_ text: String) -> Bool = { _ in false }
  ) {
    (self.complete, self.hint, self.goesOn) = (complete, hint, goesOn)
  }
}

/// A list of completions below the line.
struct LineMenu {
  let completion: LineCompletion
  /// The index of the selected candidate, or `nil` without a selection.
  var chosen: Int?
  /// The text before the first selection.
  let original: (text: String, cursor: Int)

  mutating func choose(_ step: Int) {
    let count = completion.candidates.count
    guard let chosen else { return self.chosen = step > 0 ? 0 : count - 1 }
    self.chosen = (chosen + step + count) % count
  }

  /// One row for each candidate with its description, or columns of candidates without any.
  func rows(_ size: TerminalSize, limit: Int, isColoured: Bool) -> [String] {
    guard limit > 0 else { return [] }
    let candidates = completion.candidates
    let widest = candidates.map { ShownText.columns(of: $0.text) }.max() ?? 0
    let hasDetails = candidates.contains { !$0.detail.isEmpty }
    let perRow = hasDetails ? 1 : max(1, size.columns / (widest + 2))
    let all = (candidates.count + perRow - 1) / perRow
    let shown = all > limit ? max(1, limit - 1) : all
    let first = min(max(0, (chosen ?? 0) / perRow - shown + 1), all - shown)
    var rows = (first..<(first + shown))
      .map { row in
        var layout = ""
        let range = (row * perRow)..<min(candidates.count, (row + 1) * perRow)
        for number in range {
          layout += cell(
            number,
            width: min(widest, size.columns),
            room: size.columns,
            isColoured: isColoured
          )
          if number + 1 < range.upperBound { layout += "  " }
        }
        return layout
      }
    let hidden = candidates.count - shown * perRow
    if all > limit, limit > 1 {
      let text = ShownText.prefix("\(hidden) more", columns: size.columns)
      rows.append(LineTone.soft.paint(text, isColoured: isColoured))
    }
    return rows
  }

  private func cell(_ number: Int, width: Int, room: Int, isColoured: Bool) -> String {
    let candidate = completion.candidates[number]
    let text = ShownText.prefix(candidate.text, columns: width)
    let blank = String(repeating: " ", count: max(0, width - ShownText.columns(of: text)))
    let tone: LineTone = number == chosen ? .chosen : .plain
    let painted = tone.paint(text, isColoured: isColoured)
    guard !candidate.detail.isEmpty, room > width + 2 else { return painted + blank }
    let detail = ShownText.prefix(candidate.detail, columns: room - width - 2)
    return painted + blank + "  " + LineTone.soft.paint(detail, isColoured: isColoured)
  }
}
