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
    var acts: [Act] = []
    for act in emits(application) + changes(application) where !acts.contains(act) {
      acts.append(act)
    }
    return acts
  }

  /// Events as specs emit them, and with parameters of the right types.
  ///
  /// The value that the emitter passes comes from specs only, so a file that reads it gets no
  /// others.
  private func emits(_ application: isolated LinkRouter) -> [Act] {
    let readers = Set(scripts.filter(\.readsExtra).map(\.file))
    var acts: [Act] = []
    for subscription in application.events.subscriptions
    where subscription.owner != "program" && !subscription.pattern.text.hasPrefix("moonroute:") {
      let (path, name) = (subscription.pattern.text, subscription.name)
      guard let site = subscription.site, !uses.isEmitted(path, named: name) else { continue }
      acts += uses.specEmits(path, named: name).map { .emit(key: $0.key, value: $0.value) }
      guard !readers.contains(site.file) else { continue }
      acts += (0..<2).compactMap(subscription.pattern.sample).map { .emit(key: $0, value: .null) }
    }
    return acts
  }

  /// Both values of each Boolean resource, and the values that specs give to others.
  private func changes(_ application: isolated LinkRouter) -> [Act] {
    application.resources.list.flatMap { resource -> [Act] in
      let (path, name) = (resource.pattern.text, resource.name)
      guard case .constant(let initial) = resource.content, !uses.isUpdated(path, named: name)
      else { return [] }
      let values =
        initial.bool == nil
        ? uses.specValues(path, named: name) : [JSON.bool(true), JSON.bool(false)]
      return values.map { .setResource(path: path, value: $0) }
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
