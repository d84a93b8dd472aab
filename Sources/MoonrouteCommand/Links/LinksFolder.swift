#if Command
import LinkFiles
import ScriptHost
import TextTools

/// The folder into which `moonroute links` writes the files of each host.
struct LinksFolder {
  let path: String

  /// Writes the files and returns a line for each.
  ///
  /// If the hosts need different files, each has a folder of its own.
  ///
  /// - Throws: ``ExitStatus/internalError`` after printing why a file cannot be written.
  func write(_ plan: LinkPlan, _ settings: LinkSettings) throws -> [String] {
    var lines: [String] = []
    for files in plan.files {
      let folders = plan.files.count == 1 ? [path] : files.hosts.map { "\(path)/\($0)" }
      let served = files.hosts.isEmpty ? "" : " on \(files.hosts.joined(separator: ", "))"
      for folder in folders {
        if !settings.apple.isEmpty {
          lines.append(
            try write(files.appleText, to: "\(folder)/\(AppleLinkFile.path)", "serve it\(served)")
          )
        }
        guard !settings.android.isEmpty else { continue }
        lines.append(
          try write(files.androidText, to: "\(folder)/\(AndroidLinkFile.path)", "serve it\(served)")
        )
        lines.append(
          try write(
            files.intentFilter,
            to: "\(folder)/intent-filter.xml",
            "put it into the activity"
          )
        )
      }
    }
    return lines
  }

  private func write(_ text: String, to path: String, _ use: String) throws -> String {
    do throws(FileError) {
      try FileWriter.named.write(Array(text.utf8), to: path, makingFolders: true)
    } catch .refused(_, let reason) {
      Console.tell("moonroute: cannot write '\(path)': \(reason)")
      throw ExitStatus.internalError
    } catch {
      Console.tell("moonroute: \(error)")
      throw ExitStatus.internalError
    }
    return "\(path.printable)  \(use.printable)"
  }
}
#endif
