import RoutePatterns
import ScriptReports
import TextTools

/// A self-contained web page with failures first, then every file.
struct HTMLReporter: SpecReporter {
  private struct File {
    let name: String
    let results: [SpecResult]
    let duration: Duration
  }

  /// Whether pending tests are only counted.
  let hidesPending: Bool
  private var files: [File] = []
  private var info = SpecRunInfo()

  init(hidesPending: Bool) { self.hidesPending = hidesPending }

  mutating func begin(_ run: SpecRunInfo) -> String {
    (info, files) = (run, [])
    return ""
  }

  mutating func add(_ result: SpecResult) -> String { "" }

  mutating func end(file: String, results: [SpecResult], duration: Duration) -> String {
    let shown = results.filter { !hidesPending || $0.status != .skipped }
    files.append(File(name: file, results: shown, duration: duration))
    return ""
  }

  mutating func end(_ summary: SpecSummary) -> String {
    var text = HTMLReportStyle.head(of: .specs, titled: "Specs", HTMLReportStyle.run)
    text += Self.filters(summary)
    text += "<main>\n<header>\n<h1>\(Self.verdict(summary))</h1>\n<p class=\"facts\">"
    text += Self.facts(summary, info) + "</p>\n" + Self.chips(summary) + "</header>\n"
    let wrong = files.flatMap(\.results).filter(\.hasFailed)
    if !wrong.isEmpty {
      text += "<section class=\"wrong\">\n<h2>What went wrong</h2>\n"
      text += wrong.map(Self.failure).joined() + "</section>\n"
    }
    text += "<section class=\"files\">\n<h2>Files</h2>\n"
    let sorted = files.filter(Self.isWrong) + files.filter { !Self.isWrong($0) }
    return text + sorted.map(Self.file).joined() + "</section>\n</main>\n</body>\n</html>\n"
  }

  private static func isWrong(_ file: File) -> Bool { file.results.contains(where: \.hasFailed) }

  private static func verdict(_ summary: SpecSummary) -> String {
    if summary.testCount == 0 { return "No test ran" }
    if summary.hasPassed { return "All is well" }
    let count = summary.failures + summary.errors
    return "\(count) of \(summary.testCount) went wrong"
  }

  private static func facts(_ summary: SpecSummary, _ info: SpecRunInfo) -> String {
    var facts = [
      counted(summary.testCount, "test"),
      counted(summary.files, "file"),
      counted(summary.assertions, "assertion"),
      time(summary.duration),
    ]
    if summary.flaky > 0 { facts.append("\(summary.flaky) flaky") }
    if let seed = info.seed { facts.append("seed \(seed)") }
    if info.count > 1 { facts.append("run \(info.number) of \(info.count)") }
    return facts.joined(separator: " · ")
  }

  private static func counts(_ summary: SpecSummary) -> [(id: String, label: String, count: Int)] {
    [
      ("all", "All", summary.testCount), ("wrong", "Wrong", summary.failures + summary.errors),
      ("pending", "Pending", summary.pending), ("success", "Passed", summary.successes),
    ]
  }

  /// The filters by status, which the style sheet implements without a script.
  private static func filters(_ summary: SpecSummary) -> String {
    counts(summary)
      .map { entry in
        "<input type=\"radio\" name=\"show\" id=\"show-\(entry.id)\""
          + (entry.id == "all" ? " checked" : "") + " aria-label=\"\(entry.label)\">\n"
      }
      .joined()
  }

  private static func chips(_ summary: SpecSummary) -> String {
    let labels = counts(summary)
      .map { entry in
        "<label for=\"show-\(entry.id)\" class=\"\(entry.id)\">\(entry.label)"
          + " <b>\(entry.count)</b></label>\n"
      }
    return "<nav>\n" + labels.joined() + "</nav>\n"
  }

  /// A failed result with all details.
  private static func failure(_ result: SpecResult) -> String {
    "<details open class=\"\(result.status.rawValue)\">\n<summary><span class=\"name\">"
      + "\(escaped(result.name))</span><time>\(time(result.duration))</time>"
      + "<span class=\"place\">\(escaped(result.place))</span></summary>\n"
      + pre(result) + "</details>\n"
  }

  private static func pre(_ result: SpecResult) -> String {
    let lines = FailureText(isColoured: false, isVerbose: true).details(result)
      .flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    guard !lines.isEmpty else { return "" }
    let spans = lines.map { line in
      let text = String(line.hasPrefix("  ") ? line.dropFirst(2) : line)
      let side = FailureText.side(of: text)
      let style = side == .both ? "" : " class=\"\(side.rawValue)\""
      return "<span\(style)>\(text.printed(as: .xml))\n</span>"
    }
    return "<pre>" + spans.joined() + "</pre>\n"
  }

  private static func file(_ file: File) -> String {
    var styles: [String] = []
    if isWrong(file) { styles.append("has-wrong") }
    if file.results.contains(where: { $0.status == .skipped }) { styles.append("has-pending") }
    if file.results.contains(where: { $0.status == .passed }) { styles.append("has-success") }
    var text = "<details class=\"\(styles.joined(separator: " "))\""
    text += isWrong(file) ? " open" : ""
    text += ">\n<summary><span class=\"name\">\(escaped(file.name))</span>"
    text += "<time>\(time(file.duration))</time></summary>\n<ul>\n"
    return text + file.results.map(row).joined() + "</ul>\n</details>\n"
  }

  private static func row(_ result: SpecResult) -> String {
    let kind = result.hasFailed ? "wrong" : result.status.rawValue
    var text =
      "<li class=\"\(kind)\"><span class=\"mark\" title=\"\(result.status.rawValue)\"></span>"
    text += "<span class=\"name\">\(escaped(result.name))"
    if result.status == .skipped, let message = result.message {
      text += " <i>\(escaped(message))</i>"
    }
    if let warning = result.diagnostics.warning { text += " <i>\(escaped(warning))</i>" }
    text += "</span><time>\(time(result.duration))</time>"
    if !result.hasFailed, !result.output.isEmpty {
      let output = result.output.joined(separator: "\n")
      text += "<pre>\(output.printed(as: .xml))</pre>"
    }
    return text + "</li>\n"
  }

  private static func time(_ duration: Duration) -> String {
    duration.seconds < 1
      ? SpecTime.milliseconds(duration) + " ms"
      : SpecTime.fixed(duration.seconds, digits: 2) + " s"
  }

  private static func escaped(_ text: String) -> String { text.printed(as: .xmlAttribute) }
}
