import EmbeddedBytes

package enum EmbeddedFiles {
  /// The articles of the documentation.
  package static var articles: [(name: String, file: String, text: String)] {
    embedded_articles().rows
      .map { ($0.name.map { String(cString: $0) } ?? "", $0.file, $0.content) }
  }

  /// The first page of the documentation, which lists the articles by chapter.
  package static var contents: String { String(cString: embedded_contents()) }

  /// The style sheet with the colours and the type of all pages.
  package static var tokens: String { String(cString: embedded_tokens()) }

  #if Inspector
  /// The files of the inspector's page and their paths, such as `/index.html`.
  package static var page: [(path: String, text: String)] {
    embedded_page().rows.map { ($0.file, $0.content) }
  }
  #endif
}

extension UnsafePointer<EmbeddedRow> {
  var rows: [EmbeddedRow] {
    Array(
      sequence(state: self) { row in
        defer { row += 1 }
        return row.pointee.path == nil ? nil : row.pointee
      }
    )
  }
}

extension EmbeddedRow {
  var file: String { path.map { String(cString: $0) } ?? "" }

  var content: String { text.map { String(cString: $0) } ?? "" }
}
