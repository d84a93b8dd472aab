#if canImport(SwiftUI)
public import Moonroute
public import SwiftUI

/// The views of a program, by the names that routes give to their screens.
///
/// ```swift
/// RouterView(application) { views in
///   views.view("Home") { _ in HomeView() }
///   views.view("Product", of: Product.self) { product in ProductView(product) }
/// }
/// ```
@MainActor public struct ScreenViews {
  private var makers: [String: (Screen) -> AnyView] = [:]

  /// Makes the label of a branch of tabs; its name by default.
  private(set) var label: (String) -> AnyView = { AnyView(Text($0)) }

  var names: Set<String> { Set(makers.keys) }

  /// Makes no view at all.
  init() {}

  /// Adds the view of a name.
  ///
  /// - Parameters:
  ///   - name: The name, as a route's `view` gives it.
  ///   - make: Makes the view of a screen.
  public mutating func view(
    _ name: String,
    @ViewBuilder _ make: @escaping (Screen) -> some View
  ) {
    makers[name] = { AnyView(make($0)) }
  }

  /// Adds the view of a name whose screens carry a payload.
  ///
  /// - Parameters:
  ///   - name: The name, as a route's `view` gives it.
  ///   - payload: The type of the payload. A screen that carries another one shows what is wrong.
  ///   - make: Makes the view of a payload.
  public mutating func view<Payload>(
    _ name: String,
    of payload: Payload.Type,
    @ViewBuilder _ make: @escaping (Payload) -> some View
  ) {
    makers[name] = { screen in
      guard let payload = screen.payload(as: Payload.self) else {
        return AnyView(Text("The screen '\(name)' carries no \(Payload.self)."))
      }
      return AnyView(make(payload))
    }
  }

  /// Chooses the labels of tabs.
  ///
  /// - Parameter make: Makes the label of a branch from its name.
  public mutating func tabLabel(@ViewBuilder _ make: @escaping (String) -> some View) {
    label = { AnyView(make($0)) }
  }

  /// The view of a screen; where its name is unknown, one that says so.
  func view(of screen: Screen) -> AnyView {
    if let make = makers[screen.view] { return make(screen) }
    let names = makers.keys.sorted().joined(separator: ", ")
    return AnyView(Text("No view is named '\(screen.view)'. There are: \(names)."))
  }
}
#endif
