import Foundation
import Testing

@testable import SiteBuilder

/// The committed pictures are identical to the generated ones.
@MainActor struct PictureTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let resources = root.appending(
    path: "Sources/Moonroute/Documentation.docc/Resources"
  )

  @Test func `the pictures match their program`() async throws {
    let pictures = try await Picture.all()
    #expect(pictures.count >= 10)
    var names: Set<String> = []
    for file in pictures.flatMap(\.files) {
      names.insert(file.name)
      let kept = try? String(
        contentsOf: Self.resources.appending(path: file.name),
        encoding: .utf8
      )
      #expect(kept == file.text, "\(file.name) is another one. Write it with: make pictures")
    }
    let there = try FileManager.default.contentsOfDirectory(atPath: Self.resources.path)
      .filter { $0.hasSuffix(".svg") && !$0.hasPrefix("session") }
    #expect(Set(there) == names)
  }

  @Test func `a picture is well-formed, and has the same words`() async throws {
    for picture in try await Picture.all() {
      #expect(picture.description.count > 30)
      for file in picture.files {
        #expect(XMLShape(file.text).isClosed, "\(file.name)")
        #expect(!file.text.contains("http://") || file.text.contains("www.w3.org/2000/svg"))
      }
    }
  }

  @Test func `every picture is in an article with a description`() async throws {
    let articles = try FileManager.default
      .subpathsOfDirectory(
        atPath: Self.root.appending(path: "Sources/Moonroute/Documentation.docc").path
      )
      .filter { $0.hasSuffix(".md") }
      .map { path in
        try String(
          contentsOf: Self.root.appending(path: "Sources/Moonroute/Documentation.docc/\(path)"),
          encoding: .utf8
        )
      }
    for picture in try await Picture.all() {
      let line = try Regex("!\\[[^\\]]{20,}\\]\\(\(picture.name)\\)")
      #expect(articles.contains { $0.contains(line) }, "\(picture.name)")
    }
  }
}

/// The nesting of a text's XML elements.
private struct XMLShape {
  /// Whether all elements are closed in the correct order.
  let isClosed: Bool

  init(_ text: String) {
    var open: [Substring] = []
    var isClosed = true
    for tag in text.matches(of: /<(\/?)([a-z]+)[^<>]*?(\/?)>/) {
      if tag.1 == "/" {
        if open.popLast() != tag.2 { isClosed = false }
      } else if tag.3.isEmpty {
        open.append(tag.2)
      }
    }
    self.isClosed = isClosed && open.isEmpty
  }
}
