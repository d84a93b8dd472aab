import Book
import LineEditing
import Moonroute
import RoutePatterns
import ScriptAnalysis
import ScriptHost

/// Completes lines at the prompt of an application and shows hints.
@MainActor
final class PromptAssistant {
  private let host: ScriptHost
  private let isRecording: Bool

  /// The names of the application, and the route index when they were read.
  private var known: (index: RouteIndex, model: ApplicationModel)?

  init(_ host: ScriptHost, isRecording: Bool) {
    (self.host, self.isRecording) = (host, isRecording)
  }

  /// The names of the loaded scripts, read again if the routes have changed.
  private var model: ApplicationModel {
    let index = host.router.directory.index
    if let known, known.index === index { return known.model }
    let model = host.router.assumeIsolated { ApplicationModel(of: host, in: $0) }
    known = (index, model)
    return model
  }

  // MARK: Hints

  /// The missing parameters after a command or after the name of a route.
  nonisolated func hint(for text: String) -> String? {
    guard text.first == ":" else { return MainActor.assumeIsolated { parameters(for: text) } }
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard let command = PromptCommand(rawValue: String(words[0].dropFirst())) else { return nil }
    if words.count == 1, !command.parameters.isEmpty { return " " + command.parameters }
    return words.count == 2 && words[1].isEmpty ? command.parameters : nil
  }

  /// The parameters of the named route, where they begin.
  private func parameters(for text: String) -> String? {
    guard text.contains("router.to"), text.last == "," || text.hasSuffix(", ") else { return nil }
    let bytes = Array(text.utf8)
    let script = AnalysedScript(file: "", text: bytes, isSpec: false)
    let hint = SignatureHint(in: script, at: bytes.count, of: model)
    guard let hint, !hint.parameters.isEmpty else { return nil }
    return (text.last == "," ? " " : "") + "{ \(hint.parameters.joined(separator: ", ")) }"
  }

  // MARK: Completion

  nonisolated func complete(_ head: String) -> LineCompletion? {
    MainActor.assumeIsolated { completion(of: head) }
  }

  private func completion(of head: String) -> LineCompletion? {
    if head.first == ":", !head.hasPrefix("::") {
      guard let space = head.firstIndex(of: " ") else {
        return Self.completion(of: head[...], in: head, commands)
      }
      let rest = head[head.index(after: space)...]
      switch PromptCommand(rawValue: String(head[..<space].dropFirst())) {
      case .open, .explain: return Self.completion(of: rest, in: head, links)
      case .doc: return Self.completion(of: rest, in: head, topics)
      case .tap: return Self.completion(of: rest, in: head, buttons)
      case .fill: return Self.completion(of: rest, in: head, fields)
      case .as: return Self.completion(of: rest, in: head, personas)
      default: return nil
      }
    }
    if head.first == "/" || head.contains("://") && PromptLine.isLocation(head) {
      return Self.completion(of: head[...], in: head, links)
    }
    return luaCompletion(of: head)
  }

  private static func completion(
    of word: Substring,
    in head: String,
    _ candidates: [LineCompletion.Candidate]
  ) -> LineCompletion {
    LineCompletion(
      start: head.distance(from: head.startIndex, to: word.startIndex),
      candidates.filter { $0.text.hasPrefix(word) && $0.text != word }
    )
  }

  private var commands: [LineCompletion.Candidate] {
    PromptCommand.allCases.filter { isRecording || !$0.isForRecording }
      .map {
        .init($0.name, detail: $0.summary, ending: $0.parameters.isEmpty ? "" : " ")
      }
  }

  private var topics: [LineCompletion.Candidate] {
    let pages = Book.shipped.pages.map { LineCompletion.Candidate($0.name, detail: $0.summary) }
    let names = Book.shipped.definitions.map { LineCompletion.Candidate($0.name) }
    return pages + names
  }

  /// The buttons and links of the top screen.
  private var buttons: [LineCompletion.Candidate] {
    (body?.elements ?? []).filter(\.canBeTapped)
      .compactMap { element in
        element.text.map { LineCompletion.Candidate($0, detail: element.kind) }
      }
  }

  /// The fields of the top screen.
  private var fields: [LineCompletion.Candidate] {
    (body?.fieldNames ?? []).map { LineCompletion.Candidate($0, ending: " = ") }
  }

  private var personas: [LineCompletion.Candidate] {
    host.router.assumeIsolated { host.personas(in: $0).map { LineCompletion.Candidate($0.name) } }
  }

  private var body: ScreenBody? {
    host.router.assumeIsolated { $0.stage.top.map(ScreenBody.init) }
  }

  /// The links of the routes, up to the first variable part.
  private var links: [LineCompletion.Candidate] {
    var seen: Set<String> = []
    return host.router.directory.index.winningRoutes.compactMap { route in
      let pattern = route.pattern.text
      let fixed = pattern.prefix { !":*(<{".contains($0) }
      let text = (route.scheme.map { $0 + "://" } ?? "") + fixed
      guard !text.isEmpty, seen.insert(text).inserted else { return nil }
      return .init(
        text,
        detail: [String(pattern.dropFirst(fixed.count)), route.name ?? ""]
          .filter { !$0.isEmpty }.joined(separator: "  ")
      )
    }
  }

  // MARK: Lua

  /// The names from the language server's completion, and the locals of the prompt.
  private func luaCompletion(of head: String) -> LineCompletion? {
    // Any entered line may have created globals.
    known = nil
    let own = host.router.assumeIsolated { host.promptNames(in: $0) }
    let text = Array(head.utf8)
    let completion = Completion(in: text, at: text.count, of: model)
    let start = String(decoding: text[..<completion.range.lowerBound], as: UTF8.self).count
    let typed = completion.typed
    let isName = !typed.isEmpty && ![".", ":", "\"", "'"].contains(head.dropLast(typed.count).last)
    let names = isName ? own.filter { $0.hasPrefix(typed) && $0 != typed } : []
    let candidates = names.map { LineCompletion.Candidate($0, detail: "local") }
    guard isName || !completion.fitting.isEmpty else { return nil }
    return LineCompletion(
      start: start,
      candidates
        + completion.fitting.filter { $0.text != typed && !names.contains($0.text) }
        .map { LineCompletion.Candidate($0.text, detail: $0.detail) }
    )
  }
}
