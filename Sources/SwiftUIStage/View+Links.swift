#if canImport(SwiftUI)
public import Moonroute
public import SwiftUI

private struct RouterKey: EnvironmentKey {
  static let defaultValue: LinkRouter? = nil
}

extension EnvironmentValues {
  /// The router of the surrounding ``RouterView`` or ``RouterStack``; `nil` outside of them.
  ///
  /// ```swift
  /// @Environment(\.moonroute) private var router
  /// …
  /// Button("Back") { Task { await router?.back() } }
  /// ```
  public var moonroute: LinkRouter? {
    get { self[RouterKey.self] }
    set { self[RouterKey.self] = newValue }
  }
}

extension View {
  /// Opens the links that the system passes to the scene: URLs of the router's own schemes, and web
  /// pages of its domains.
  ///
  /// - Parameters:
  ///   - router: The router.
  ///   - buildsStack: Whether to build the screens below as well, and replace the stack. Default:
  ///     `false`.
  /// - Returns: A view that opens links.
  public func handlesLinks(of router: LinkRouter, buildsStack: Bool = false) -> some View {
    let open = { @MainActor (url: URL) in
      Task {
        var options = OpenOptions()
        options.buildsStack = buildsStack
        _ = await router.open(url.absoluteString, options: options)
      }
    }
    return onOpenURL { url in _ = open(url) }
      .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in
        if let url = activity.webpageURL { _ = open(url) }
      }
  }
}
#endif
