#if Command
import ArgumentParser
import Moonroute
import ScriptHost
import SQLiteResources

/// Where the persistent resources of an application lie while a command runs it.
struct StorageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The file that keeps persistent resources, made if it is not there. (default: in memory)",
      valueName: "file"
    )
  )
  var storage: String?

  /// Opens the file, or makes a storage in memory.
  ///
  /// - Returns: The storage.
  /// - Throws: ``ExitStatus/wrongUsage`` when the file cannot be opened; that is printed then.
  func open() throws -> any ResourceStorage & Sendable {
    guard let storage else { return MemoryResources() }
    // SQLite follows links. It says itself why it cannot open a file.
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
