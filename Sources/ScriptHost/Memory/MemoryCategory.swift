/// The kinds of objects that the host holds for scripts.
enum MemoryCategory: Int, CaseIterable {
  case screens, states, events, resources, registrations, timers, tasks, pendingCalls, functions
  case messages, results, objects

  /// Whether an object may outlive the generation that created it.
  var isShared: Bool {
    switch self {
    case .screens, .states, .events, .results: true
    default: false
    }
  }

  /// The bytes charged for one object, without the values in it.
  var flatBytes: Int {
    switch self {
    case .screens, .states, .resources, .timers, .pendingCalls: 1 << 10
    case .registrations, .tasks: 2 << 10
    case .events: 512
    case .functions, .messages, .results, .objects: 256
    }
  }

  var label: String {
    switch self {
    case .screens: "screens"
    case .states: "values passed to opens"
    case .events: "events"
    case .resources: "resources"
    case .registrations: "registrations"
    case .timers: "timers"
    case .tasks: "tasks"
    case .pendingCalls: "pending calls"
    case .functions: "functions in values"
    case .messages: "messages"
    case .results: "results of screens"
    case .objects: "objects such as locations"
    }
  }

  var advice: String {
    switch self {
    case .screens: "Close screens, or give them smaller properties."
    case .states: "Pass less as 'extra', or close screens."
    case .events: "Forget sticky events that are no longer needed (events.forget), or emit less."
    case .resources: "Delete resources that are no longer needed."
    case .registrations: "Cancel registrations that are no longer needed."
    case .timers: "Cancel timers that are no longer needed."
    case .tasks: "Let tasks end, and release ended tasks."
    case .pendingCalls: "Wait for pending calls before making more."
    case .functions: "Put fewer functions into values that the host holds."
    case .messages: "Wait before sending more messages."
    case .results: "Release handles of screens that have left."
    case .objects: "Release locations, screens and handles that are no longer needed."
    }
  }
}
