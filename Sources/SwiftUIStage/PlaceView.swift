#if canImport(SwiftUI)
import Moonroute
import SwiftUI

struct PlaceView: View {
  let place: StagePlace
  let model: StageModel
  let views: Screens

  var body: some View {
    PresentingView(place: place, model: model, views: views) { content }
  }

  @ViewBuilder private var content: some View {
    switch place.kind {
    case .screen: screen
    case .stack: stack
    case .tabs: tabs
    case .split: split
    }
  }

  @ViewBuilder private var screen: some View {
    if let screen = place.screen {
      let isGuarded = !model.mayLeave(place)
      views.view(of: screen)
        .navigationTitle(screen.caption)
        .navigationBarBackButtonHidden(isGuarded)
        .toolbar {
          // The system's own back button would bypass the guards.
          if isGuarded, model.isAboveAnother(place) {
            ToolbarItem(placement: .navigation) { Button("Back") { model.goBack() } }
          }
        }
    }
  }

  private var stack: some View {
    NavigationStack(path: path) {
      Group {
        if let root = place.children.first { PlaceView(root, in: self).id(root.id) }
      }
      .navigationDestination(for: StagePlace.self) { PlaceView($0, in: self) }
    }
  }

  private var tabs: some View {
    TabView(selection: selection) {
      ForEach(Array(place.children.enumerated()), id: \.element.id) { index, branch in
        PlaceView(branch, in: self)
          .tabItem { views.label(branch.name ?? "") }
          .tag(index)
      }
    }
  }

  private var split: some View {
    NavigationSplitView {
      if let primary = place.primary { PlaceView(primary, in: self).id(primary.id) }
    } detail: {
      if let detail = place.detail { PlaceView(detail, in: self).id(detail.id) }
    }
  }
}

extension PlaceView {
  private init(_ place: StagePlace, in outer: PlaceView) {
    self.init(place: place, model: outer.model, views: outer.views)
  }

  private var path: Binding<[StagePlace]> {
    Binding(
      get: { Array(place.children.dropFirst()) },
      set: { model.setPath($0, of: place) }
    )
  }

  private var selection: Binding<Int> {
    Binding(get: { place.selected }, set: { model.select($0, of: place) })
  }
}

/// A view, and the presentation over it.
struct PresentingView<Content: View>: View {
  let place: StagePlace
  let model: StageModel
  let views: Screens
  @ViewBuilder let content: () -> Content

  var body: some View {
    content()
      .sheet(item: presented(covering: false)) { shown in
        shownView(of: shown)
          .interactiveDismissDisabled(
            !model.mayLeave(shown) || shown.style?.options["tap_outside"].text == "ignore"
          )
      }
      #if !os(macOS)
    .fullScreenCover(item: presented(covering: true)) { shownView(of: $0) }
      #endif
  }

  private func shownView(of shown: StagePlace) -> AnyView {
    let view = AnyView(PlaceView(place: shown, model: model, views: views))
    return shown.style.map { views.presented($0, view) } ?? view
  }

  /// The presented place over this one, as a sheet or full screen.
  private func presented(covering: Bool) -> Binding<StagePlace?> {
    Binding(
      get: { place.presented.flatMap { $0.coversAll == covering ? $0 : nil } },
      set: { shown in
        if shown == nil, let gone = place.presented, gone.coversAll == covering {
          model.dismiss(gone)
        }
      }
    )
  }
}

extension StagePlace {
  /// Whether it is presented full screen; never on macOS, which only has sheets.
  fileprivate var coversAll: Bool {
    #if os(macOS)
    false
    #else
    switch style?.name {
    case "full_screen", "push_style_present": true
    case "sheet": false
    default: style?.options["full_screen"].bool == true
    }
    #endif
  }
}
#endif
