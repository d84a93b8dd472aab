#if canImport(SwiftUI)
public import Moonroute
public import SwiftUI

/// Shows the stage of a router: stacks, tabs, sheets and splits, with the program's views.
///
/// ```swift
/// @main struct ShopApp: App {
///   private let router = Shop.router()
///   var body: some Scene {
///     WindowGroup {
///       RouterView(router, initial: "/") { screens in
///         screens.screen("Home") { _ in HomeView() }
///       }
///       .handlesLinks(of: router)
///     }
///   }
/// }
/// ```
///
/// The router must live on the main actor; otherwise the view shows an error. The program's views
/// access the router as `@Environment(\.moonroute)`. If one of their links has a URL that the
/// router recognizes, the router opens it. A debug build shows ``StageModel/problems`` in place of
/// the stage. The scene restores its stage after the system has terminated it. It announces each
/// new screen to assistive technologies.
public struct RouterView: View {
  @SceneStorage("moonroute.stage") private var saved = ""
  private let router: LinkRouter
  private let initial: String?
  private let screens: Screens
  private var persona: PreviewPersona?

  /// Shows a router.
  ///
  /// - Parameters:
  ///   - router: The router, which must live on the main actor.
  ///   - initial: The location to open unless a stage is restored. Default: none.
  ///   - screens: Adds the program's views by name.
  public init(
    _ router: LinkRouter,
    initial: String? = nil,
    screens: (inout Screens) -> Void
  ) {
    self.router = router
    self.initial = initial
    self.screens = Screens(screens)
  }

  /// Shows a router as a persona sees it, for previews: nothing is saved or restored.
  ///
  /// An error is shown instead of the stage. Only the views of the shown screens are needed.
  ///
  /// - Parameters:
  ///   - router: The router, a separate one for each preview, which must live on the main actor.
  ///   - persona: The persona.
  ///   - screens: Adds the program's views by name.
  public init(
    _ router: LinkRouter,
    as persona: PreviewPersona,
    screens: (inout Screens) -> Void
  ) {
    self.init(router, screens: screens)
    self.persona = persona
  }

  /// The place that fills the window.
  public var body: some View {
    StageView(router, screens: screens, showsProblems: persona == nil, start: start) { model in
      ZStack {
        if let root = model.root {
          PlaceView(place: root, model: model, views: screens).id(root.id)
        } else {
          Color.clear
        }
      }
      .onChange(of: model.changeCount) {
        if persona == nil { saved = model.savedText }
      }
    }
  }

  private func start(_ model: StageModel, _ router: LinkRouter) async -> String? {
    if let persona { return await model.show(as: persona, in: router) }
    guard model.root == nil else { return nil }
    if !saved.isEmpty { await model.restore(saved) }
    if model.root == nil, let initial { await model.open(initial) }
    return nil
  }
}
#endif
