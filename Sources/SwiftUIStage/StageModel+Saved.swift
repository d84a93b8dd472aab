import Foundation
public import Moonroute

extension StageModel {
  /// The stage as text; empty for an empty one.
  public var savedText: String {
    guard root != nil else { return "" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return (try? encoder.encode(router.stage.saved)).map { String(decoding: $0, as: UTF8.self) }
      ?? ""
  }

  /// Shows again what was on the stage once.
  ///
  /// - Parameter text: What ``savedText`` answered. What is none leaves everything as it is.
  /// - Returns: Whether something was there to show.
  @discardableResult
  public func restore(_ text: String) async -> Bool {
    do {
      let saved = try JSONDecoder().decode(Value.self, from: Data(text.utf8))
      try await router.restore(saved)
      return router.stage.tree.root != nil
    } catch { return false }
  }

  /// Opens a location.
  ///
  /// - Parameter text: The location.
  /// - Returns: How it ended.
  @discardableResult
  public func open(_ text: String) async -> Outcome { await router.open(text) }
}
