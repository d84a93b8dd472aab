#if canImport(SwiftUI)
public import Moonroute
public import SwiftUI

/// Shows one branch of tabs as a stack, in a `TabView` that the program owns.
///
/// ```swift
/// TabView {
///   RouterStack(router, branch: "shop") { screens in
///     screens.screen("Shop") { _ in ShopView() }
///   }
///   .tabItem { Text("Shop") }
///   AccountView().tabItem { Text("Account") }
/// }
/// ```
///
/// The branch is a route of a `LinkRoute.shell`; if no shell has it, ``StageModel/problems``
/// contains the reason. The stack opens the branch's location when it first appears; the
/// router pushes and presents there. It does not show other branches, or a screen that replaces the
/// tabs. The program selects the tab itself, for example in `onOpenURL`.
///
/// A router has one `RouterStack`: a program whose tabs all belong to the router uses
/// ``RouterView``.
public struct RouterStack: View {
  private let router: LinkRouter
  private let branch: StageBranch
  private let screens: Screens

  /// Shows a branch.
  ///
  /// - Parameters:
  ///   - router: The router, which must live on the main actor.
  ///   - branch: The name of the branch.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - screens: Adds the program's views by name.
  public init(
    _ router: LinkRouter,
    branch: String,
    fileID: String = #fileID,
    line: Int = #line,
    screens: (inout Screens) -> Void
  ) {
    self.router = router
    self.branch = StageBranch(branch, at: SourceSite(file: fileID, line: line))
    self.screens = Screens(screens)
  }

  /// The stack of the branch.
  public var body: some View {
    StageView(router, branch: branch, screens: screens) { model, _ in
      await model.enterBranch()
      return nil
    } content: { model in
      if let root = model.root, let place = model.branchPlace {
        PresentingView(place: root, model: model, views: screens) {
          PlaceView(place: place, model: model, views: screens).id(place.id)
        }
      } else {
        Color.clear
      }
    }
  }
}
#endif
