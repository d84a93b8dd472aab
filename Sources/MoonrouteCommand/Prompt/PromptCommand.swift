enum PromptCommand: String, CaseIterable {
  case open, back, dismiss, tap, fill, advance, `as`
  case stage, routes, explain, events, resources
  case reload, spec, save, doc, help, quit

  var name: String { ":" + rawValue }

  /// Its parameters, as written in help.
  var parameters: String {
    switch self {
    case .open, .explain: "LINK"
    case .back: "[STEPS]"
    case .tap: "TEXT"
    case .fill: "FIELD = TEXT"
    case .advance: "SECONDS"
    case .as: "[PERSONA]"
    case .routes: "[WORD]"
    case .spec: "[FILE]"
    case .doc: "TOPIC"
    default: ""
    }
  }

  var summary: String {
    switch self {
    case .open: "opens a link, as does '/product/7' without a command"
    case .back: "goes back, by default one step"
    case .dismiss: "dismisses the topmost modal screen"
    case .tap: "taps a button or a link of the top screen"
    case .fill: "enters text into a field of the top screen"
    case .advance: "advances the clock immediately and ends the timers and waits that are due"
    case .as: "switches to a persona of personas.lua, or to none"
    case .stage: "draws the stage"
    case .routes: "lists the routes, or only those that contain a word"
    case .explain: "shows which routes match a link, and why the others do not"
    case .events: "lists the last events"
    case .resources: "lists the resources"
    case .reload: "loads the scripts again if a file has changed"
    case .spec: "runs the specs, or only those of a file"
    case .save: "writes the journey so far, as at the end"
    case .doc: "shows a topic of the book: router.guard, patterns, timeout"
    case .help: "shows these lines"
    case .quit: "ends"
    }
  }

  var isForRecording: Bool { self == .save }

  /// Whether it requires an argument.
  var needsText: Bool { !parameters.isEmpty && !parameters.hasPrefix("[") }
}
