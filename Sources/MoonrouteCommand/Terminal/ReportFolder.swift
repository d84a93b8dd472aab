import ScriptHost
import ScriptReports

/// The HTML reports in the folder of a file, which link to each other.
///
/// A report under its usual name gets a link in each report that is already in the folder, so that
/// the order of the commands does not matter. Files that are not reports stay as they are.
struct ReportFolder {
  /// The size of the largest report that gets links, in bytes.
  private static let limit = 64 << 20

  /// The path of the folder, with a slash at its end unless it is the current one.
  private let folder: String
  private let name: String

  /// - Parameter path: The path of the file that is written.
  init(of path: String) {
    let slash = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    (folder, name) = (String(path[..<slash]), String(path[slash...]))
  }

  /// Returns the bytes of the file with links to the other reports.
  func linked(_ bytes: [UInt8]) -> [UInt8] {
    guard let own = HTMLReport(ofPage: bytes) else { return bytes }
    return own.linking(bytes, to: others(than: own).map(\.report))
  }

  /// Renews the links of the other reports, after the file was written.
  ///
  /// A report that cannot be written keeps its links.
  func relink(after bytes: [UInt8], by writer: FileWriter) {
    guard let own = HTMLReport(ofPage: bytes), name == own.fileName else { return }
    let others = others(than: own)
    for (report, page) in others {
      let present = HTMLReport.allCases.filter { one in
        one != report && (one == own || others.contains { $0.report == one })
      }
      let next = report.linking(page, to: present)
      guard next != page else { continue }
      try? writer.write(next, to: folder + report.fileName, makingFolders: false)
    }
  }

  private func others(than own: HTMLReport) -> [(report: HTMLReport, page: [UInt8])] {
    HTMLReport.allCases.compactMap { report in
      let page = try? FileReader(limit: Self.limit).bytes(of: folder + report.fileName)
      guard report != own, let page, HTMLReport(ofPage: page) == report else { return nil }
      return (report, page)
    }
  }
}
