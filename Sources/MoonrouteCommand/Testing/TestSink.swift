#if Command
import ScriptTesting
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where the report goes: standard output, or a file that is written at the end.
final class TestSink: Sendable {
  /// Standard output.
  static var standard: TestSink { TestSink(file: nil) }

  private let file: String?
  private let bytes = Mutex<[UInt8]>([])

  /// The bytes that are collected before they are written.
  private static let bufferBytes = 1 << 15

  private init(file: String?) { self.file = file }

  /// Opens the file, or standard output without one.
  ///
  /// - Throws: ``ExitStatus/internalError`` when it cannot be written.
  convenience init(path: String?) throws {
    self.init(file: path)
    guard let path else { return }
    guard FileManager.default.createFile(atPath: path, contents: nil) else {
      Console.say("moonroute: cannot write '\(path)'")
      throw ExitStatus.internalError
    }
  }

  /// Whether somebody reads as it comes.
  var isTerminal: Bool { file == nil && StandardStream.output.isTerminal }

  /// Writes text.
  func write(_ text: String) {
    bytes.withLock { bytes in
      bytes += text.utf8
      if file == nil, isTerminal || bytes.count >= Self.bufferBytes { Self.flush(&bytes) }
    }
  }

  /// Writes the name of a test that succeeded.
  func note(_ event: SpecEvent) {
    if case .ended(let result) = event, result.status == .success { write(result.name + "\n") }
  }

  /// Writes what is collected.
  func flush() {
    guard file == nil else { return }
    bytes.withLock { Self.flush(&$0) }
  }

  /// Writes the file.
  ///
  /// - Throws: ``ExitStatus/internalError`` when it cannot be written.
  func close() throws {
    guard let file else { return flush() }
    let data = bytes.withLock { Data($0) }
    guard FileManager.default.createFile(atPath: file, contents: data) else {
      Console.say("moonroute: cannot write '\(file)'")
      throw ExitStatus.internalError
    }
  }

  private static func flush(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    _ = StandardStream.output.write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
#endif
