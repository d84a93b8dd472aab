#if Inspector
import Foundation
import MessageStream
@_spi(Tooling) import Moonroute

@testable import Inspector

/// The device of the inspector's page in a browser, as a user interface that mirrors the stage.
final class BrowserHost: PicturedHost {
  private let router: Router
  private let browser: Browser
  private var builder = SnapshotBuilder()
  private(set) var picture: StagePicture?

  init(_ router: Router, in browser: Browser) {
    (self.router, self.browser) = (router, browser)
    show(router.stage.tree, after: nil)
  }

  func apply(_ change: StageChange) { show(change.after, after: change.transition) }

  func update(_ screen: Screen) { show(router.stage.tree, after: nil) }

  private func show(_ tree: StageTree, after transition: StageTransition?) {
    browser.stageCount += 1
    let picture = builder.picture(of: tree, number: browser.stageCount, after: transition)
    browser.timeline.show(picture, row: nil)
  }

  func waitUntilIdle() async { picture = await browser.picture() }
}

/// A page of the inspector in a browser, controlled by another process.
final class Browser {
  let timeline: Timeline
  /// The number of shown stages.
  var stageCount = 0

  private let process = Process()
  private let input = Pipe()
  private var lines: AsyncStream<String>.Iterator

  /// Opens the page.
  ///
  /// - Parameters:
  ///   - command: The command that starts the process; the page's address is appended.
  ///   - inspector: The inspector of the page.
  /// - Throws: An error if the process does not start.
  init(_ command: [String], showing inspector: Inspector) throws {
    timeline = inspector.service.timeline
    let output = Pipe()
    let (lines, more) = AsyncStream.makeStream(of: String.self)
    self.lines = lines.makeAsyncIterator()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command + [inspector.address]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    let handle = output.fileHandleForReading
    Thread.detachNewThread {
      var rest = Data()
      while let data = try? handle.read(upToCount: 1), !data.isEmpty {
        guard data.first == 0x0A else {
          rest += data
          continue
        }
        more.yield(String(decoding: rest, as: UTF8.self))
        rest = Data()
      }
      more.finish()
    }
  }

  /// The picture of the newest stage, after it is shown.
  func picture() async -> StagePicture? {
    try? input.fileHandleForWriting.write(contentsOf: Data("\(stageCount)\n".utf8))
    guard let line = await lines.next(isolation: #isolation), let json = try? JSON(reading: line)
    else { return StagePicture(.screen, .unplaced) }
    return StagePicture(reading: json)
  }

  func close() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}

extension StagePicture {
  /// Parses the page's picture; `nil` for an empty stage.
  fileprivate init?(reading json: JSON) {
    guard let kind = json["kind"].text else { return nil }
    // A place that the page has lost becomes an invalid picture.
    let isLost = json["lost"].bool == true || StageNode.Kind(rawValue: kind) == nil
    self.init(
      StageNode.Kind(rawValue: kind) ?? .screen,
      isLost ? .unplaced : Screen.ID(rawValue: UInt64(json["id"].int ?? 0)),
      children: json["children"].items.compactMap(StagePicture.init(reading:)),
      selected: json["selected"].int,
      presented: StagePicture(reading: json["presented"])
    )
  }
}
#endif
