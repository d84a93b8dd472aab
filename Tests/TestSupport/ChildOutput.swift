public import Foundation

/// The output of a child process.
public enum ChildOutput {
  /// Reads until the other end is closed.
  ///
  /// It ignores signals that arrive meanwhile; Foundation's method would end the process.
  public static func whole(of handle: FileHandle) -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes {
        read(handle.fileDescriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        data.append(contentsOf: buffer[..<count])
      } else if count == 0 || errno != EINTR {
        return data
      }
    }
  }
}
