import Foundation
import Moonroute
import RoutePatterns
import Testing

/// Semantics section 5, the table of animators: each animator on every stage shape.
///
/// The table is a page of the documentation. `UPDATE_TABLES=1` writes it.
@MainActor @Suite struct AnimatorTableTests {
  private static let page = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/Moonroute/Documentation.docc/Guides/AnimatorTable.md")

  /// The animators with the options that change their effect.
  private static let animators: [(name: String, make: () -> Animator)] = [
    ("root", { .root }),
    ("root { wrap = \"stack\" }", { .root(wrap: .stack) }),
    ("root { wrap = \"split\" }", { .root(wrap: .split) }),
    ("push", { .push }),
    ("push { under_modal = \"push\" }", { .push(underModal: .push) }),
    ("push { under_modal = \"stay\" }", { .push(underModal: .stay) }),
    ("push { clear_to = \"home\" }", { .push(clearTo: "home") }),
    ("present", { .present }),
    ("present { wrap = \"stack\" }", { .present(wrap: .stack) }),
    ("automatic", { .automatic }),
    ("automatic { wrap = \"stack\" }", { .automatic(wrap: .stack) }),
    ("show", { .show }),
    ("show_detail", { .showDetail }),
    ("sheet", { .sheet }),
    ("full_screen", { .fullScreen(transition: "fade") }),
    ("push_style_present", { .pushStylePresent(edgeSwipe: true) }),
    ("custom_push", { .customPush(transition: "fade") }),
    ("replace", { .replace }),
    (
      "custom, which pushes",
      {
        .custom {
          $0.push(underModal: .push)
          return nil
        }
      }
    ),
    ("custom, which returns root", { .custom { _ in .root } }),
    ("refresh", { .refresh(apply: { page, _ in page }) }),
    ("refresh { otherwise = \"present\" }", { .refresh(otherwise: .present) { page, _ in page } }),
  ]

  /// The pictures of families of animators, drawn by `SiteBuilder`.
  private static let pictures = [
    "![root replaces the whole stage](stage-root)",
    "![push adds to the stack; a modal without a stack is dismissed first](stage-push)",
    "![present and similar animators put the screen over the top](stage-present)",
    "![automatic is root on an empty stage, push in a stack, otherwise present](stage-automatic)",
    "![show and show_detail fill the two places of a split](stage-split)",
    "![refresh changes the top screen without building one](stage-refresh)",
  ]

  /// The stages that each animator makes from a shape.
  private func section(_ shape: StageShape) async throws -> [String] {
    var lines = ["## \(shape.name.capitalized(first: true))", "", "```"]
    let before = try await StageShape.router(shape)
    lines += [before.stage.tree.description, "```", ""]
    for (name, make) in Self.animators {
      let router = try await StageShape.router(shape) {
        LinkRoute("/new", name: "new")
          .view("New")
          .animator(make())
      }
      let outcome = await router.open("/new")
      lines.append("`\(name)`: \(outcome.error?.message ?? outcome.animator ?? "nothing")")
      if outcome.isSuccess { lines += ["", "```", router.stage.tree.description, "```"] }
      lines.append("")
      if !outcome.isSuccess {
        #expect(outcome.error?.code == .animationFailed)
        #expect(router.stage.tree.description == before.stage.tree.description)
      }
    }
    return lines
  }

  @Test func `each animator has on each stage the effect in the table, or a reason`()
    async throws
  {
    var lines = [
      "# Every animator on every stage", "",
      "For every shape of stage: the stage before, and the stage after each animator has opened",
      "`New` at `/new`. If an animator cannot show the screen, nothing changes, and the outcome has",
      "the message below.", "",
    ]
    for picture in Self.pictures { lines += [picture, ""] }
    for shape in StageShape.all { lines += try await section(shape) }
    while lines.last == "" { lines.removeLast() }
    let text = lines.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["UPDATE_TABLES"] != nil {
      try text.write(to: Self.page, atomically: true, encoding: .utf8)
    }
    let known = try String(contentsOf: Self.page, encoding: .utf8).split(separator: "\n")
    let made = text.split(separator: "\n")
    #expect(known.count == made.count)
    for (number, (known, made)) in zip(known, made).enumerated() where known != made {
      Issue.record("line \(number + 1) without empty ones: '\(made)', in the page '\(known)'")
      break
    }
  }
}

extension String {
  fileprivate func capitalized(first: Bool) -> String { prefix(1).uppercased() + dropFirst() }
}
