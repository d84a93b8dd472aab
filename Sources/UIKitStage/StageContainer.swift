#if canImport(UIKit)
public import Moonroute
public import UIKit

/// The place of a stage on screen.
enum StageContainer {
  case window(UIWindow)
  /// The program's navigation controller for one branch of tabs.
  case navigation(UINavigationController, StageBranch)

  var branch: StageBranch? {
    guard case .navigation(_, let branch) = self else { return nil }
    return branch
  }

  @MainActor var responder: UIResponder {
    switch self {
    case .window(let window): window
    case .navigation(let navigation, _): navigation
    }
  }

  @MainActor var view: UIView {
    switch self {
    case .window(let window): window
    case .navigation(let navigation, _): navigation.view
    }
  }
}

/// The stages by the responder that contains them.
@MainActor enum StageDirectory {
  private struct Entry {
    weak var stage: UIKitStage?
  }

  // A stage retains its responder, so an identity with a stage belongs to that responder.
  private static var entries: [ObjectIdentifier: Entry] = [:]

  static func add(_ stage: UIKitStage, of responder: UIResponder) {
    entries = entries.filter { $0.value.stage != nil }
    entries[ObjectIdentifier(responder)] = Entry(stage: stage)
  }

  static func stage(of responder: UIResponder) -> UIKitStage? {
    entries[ObjectIdentifier(responder)]?.stage
  }
}

extension UIViewController {
  /// The router of the stage that shows the controller, found through the responder chain; `nil`
  /// before the controller is on screen.
  ///
  /// ```swift
  /// @objc func showBasket() { Task { await moonroute?.open("/basket") } }
  /// ```
  public var moonroute: LinkRouter? {
    var next: UIResponder? = self
    while let responder = next {
      if let stage = StageDirectory.stage(of: responder) { return stage.linkRouter }
      next = responder.next
    }
    return nil
  }
}

extension UILabel {
  /// Makes an opaque label with a message for the program's author.
  convenience init(notice: String) {
    self.init()
    text = notice
    numberOfLines = 0
    textColor = .red
    backgroundColor = .white
  }
}

extension UIView {
  /// Covers the view with another one.
  func show(_ cover: UIView) {
    cover.frame = bounds
    cover.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(cover)
  }
}
#endif
