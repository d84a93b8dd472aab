import Foundation

do {
  try await SiteBuilder.run(Array(CommandLine.arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(Data("SiteBuilder: \(error)\n".utf8))
  exit(1)
}
