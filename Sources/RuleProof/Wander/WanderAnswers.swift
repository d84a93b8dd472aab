import Moonroute
import ScriptHost

/// The results that a function of the program may have.
struct WanderAnswers: Sendable {
  let function: String
  let values: [Value]

  /// The results in `personas.lua`, both values of a Boolean, and the results that the type of an
  /// offered function lists; by name.
  static func all(of personas: [ScriptPersona], _ offers: OfferList?) -> [WanderAnswers] {
    var answers: [String: [Value]] = [:]
    func add(_ value: Value, _ function: String) {
      guard answers[function]?.contains(value) != true else { return }
      answers[function, default: []].append(value)
    }
    for persona in personas {
      for (function, value) in persona.answers.sorted(by: { $0.key < $1.key }) {
        add(value, function)
        if case .bool(let bool) = value { add(.bool(!bool), function) }
      }
    }
    for function in offers?.functions ?? [] where !function.waits {
      for value in function.signature.listedAnswers { add(value, function.name) }
    }
    return answers.sorted { $0.key < $1.key }
      .map { WanderAnswers(function: $0.key, values: $0.value) }
  }
}
