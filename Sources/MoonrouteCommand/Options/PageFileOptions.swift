#if Command
import ArgumentParser

/// The file for a page of HTML.
struct PageFileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the HTML page to this file, with links to the reports in its folder.",
      valueName: "file"
    ),
    completion: .file()
  )
  var outputFile: String?

  /// Refuses a file without a page.
  func validate(isPage: Bool) throws {
    guard outputFile != nil, !isPage else { return }
    throw ValidationError("--output-file takes an HTML page. Add --format html.")
  }

  /// The file, which can be written; `nil` for standard output.
  var file: OutputFile? {
    get throws { try outputFile.map { try OutputFile($0) } }
  }

  /// Writes a page to the file or, without one, to standard output.
  func write(_ page: String, to file: OutputFile?, or console: Console) throws {
    guard let file else { return console.printText(page) }
    try file.close(with: Array(page.utf8))
  }
}
#endif
