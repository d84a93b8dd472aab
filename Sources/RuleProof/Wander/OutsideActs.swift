import LuaSyntax
import MessageStream
import Moonroute
import Rehearsal
import RoutePatterns
import ScriptAnalysis

/// The acts of a program that the scripts of an application expect.
///
/// Acts that scripts perform themselves are left out: the scripts may rely on the moment.
struct OutsideActs {
  private let scripts: [AnalysedScript]
  private let uses: StoreUses

  init(of texts: [String: [UInt8]]) {
    scripts = texts.sorted { $0.key < $1.key }.filter { $0.key.hasSuffix(".lua") }
      .map { AnalysedScript(file: $0.key, text: $0.value, isSpec: AnalysedScript.isSpec($0.key)) }
    uses = StoreUses(scripts)
  }

  func all(in application: isolated LinkRouter) -> [Act] {
    emits(application) + changes(application)
  }

  /// Events with parameters of the right types, for listeners that read only these.
  private func emits(_ application: isolated LinkRouter) -> [Act] {
    let readers = Set(scripts.filter(\.readsExtra).map(\.file))
    var keys: [String] = []
    for subscription in application.events.subscriptions
    where subscription.owner != "program" && !subscription.pattern.text.hasPrefix("moonroute:") {
      guard let site = subscription.site, !readers.contains(site.file),
        !uses.isEmitted(subscription.pattern.text, named: subscription.name)
      else { continue }
      for number in 0..<2 {
        guard let key = subscription.pattern.sample(number), !keys.contains(key) else { continue }
        keys.append(key)
      }
    }
    return keys.map { .emit(key: $0, value: .null) }
  }

  /// Both values of each Boolean resource.
  private func changes(_ application: isolated LinkRouter) -> [Act] {
    application.resources.list.flatMap { resource -> [Act] in
      guard case .constant(.bool) = resource.content,
        !uses.isUpdated(resource.pattern.text, named: resource.name)
      else { return [] }
      return [true, false].map { .setResource(path: resource.pattern.text, value: .bool($0)) }
    }
  }
}

extension AnalysedScript {
  /// Whether it may read the value that the emitter of an event passed.
  fileprivate var readsExtra: Bool { all(.field).contains { tree.name(of: $0) == "extra" } }
}

extension RoutePattern {
  /// A location that it matches.
  fileprivate func sample(_ number: Int) -> String? {
    let pairs = parameters.map { ($0.name, $0.type.sample(number)) }
    guard host == nil, let segments = try? path(parameters: Dictionary(pairs) { $1 }) else {
      return nil
    }
    return (try? Location(segments: segments))?.description
  }
}
