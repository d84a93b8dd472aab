public import Foundation
public import Moonroute

extension StageModel {
  /// The stage as text; empty for an empty stage.
  public var savedText: String {
    guard root != nil else { return "" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return (try? encoder.encode(router.stage.restorationState))
      .map { String(decoding: $0, as: UTF8.self) }
      ?? ""
  }

  /// Restores a saved stage.
  ///
  /// - Parameter text: A value of ``savedText``. Any other text changes nothing.
  /// - Returns: Whether there was a stage to restore.
  @discardableResult
  public func restore(_ text: String) async -> Bool {
    do {
      let saved = try JSONDecoder().decode(Value.self, from: Data(text.utf8))
      try await router.restore(from: saved)
      return router.stage.tree.root != nil
    } catch { return false }
  }

  /// Opens a location.
  ///
  /// - Parameter text: The location.
  /// - Returns: The outcome.
  @discardableResult
  public func open(_ text: String) async -> Outcome { await router.open(text) }

  /// Opens the branch of the model, unless it has screens.
  func enterBranch() async {
    guard let branch else { return }
    do throws(RouterError) { try await router.enter(branch) } catch { StageLog.add(error) }
  }

  /// Opens a URL from the program's own views, if the router recognizes it.
  ///
  /// Reserved query keys are ignored.
  ///
  /// - Parameter url: The URL.
  /// - Returns: Whether the router recognizes it.
  @discardableResult
  public func openURL(_ url: URL) -> Bool {
    guard let location = router.recognize(url.absoluteString) else { return false }
    Task { await router.open(location) }
    return true
  }
}

/// The system's log.
enum StageLog {
  static func add(_ error: RouterError) { NSLog("%@", "moonroute: \(error)" as NSString) }
}
