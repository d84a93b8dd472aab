#if Command
import ArgumentParser
import Moonroute
import ScriptHost
import SQLiteResources

/// The option for the file of persistent resources.
struct StorageOptions: ParsableArguments {
  static let help = ArgumentHelp(
    "The file for persistent resources, created if necessary. (default: in memory)",
    valueName: "file"
  )

  @Option(help: Self.help) var storage: String?

  /// Opens the file, or creates a storage in memory.
  static func open(_ storage: String?) throws -> any ResourceStorage & Sendable {
    guard let storage else { return MemoryResources() }
    // SQLite follows links and reports by itself why it cannot open a file.
    do throws(FileError) {
      try FileWriter.named.check(storage)
    } catch .link(let path) {
      Console.tell("moonroute: \(FileError.link(path))")
      throw ExitStatus.wrongUsage
    } catch {}
    do throws(SQLiteResourcesError) {
      return try SQLiteResources(path: storage)
    } catch {
      Console.tell("moonroute: \(error)")
      throw ExitStatus.wrongUsage
    }
  }
}
#endif
