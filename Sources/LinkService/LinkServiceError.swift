#if LinkService
import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The reason why a link service cannot start.
public enum LinkServiceError: Error, Equatable, CustomStringConvertible {
  /// Another program uses the port.
  case portTaken(host: String, port: Int)
  /// The address does not belong to this machine, or the port may not be used.
  case cannotListen(host: String, port: Int, reason: String)

  /// The message: the place, the reason and the remedy.
  public var description: String {
    switch self {
    case .portTaken(let host, let port):
      "Another program uses \(host):\(port). Choose another port, or 0 for any free port."
    case .cannotListen(let host, let port, let reason):
      "cannot listen at \(host):\(port): \(reason). Choose an address of this machine and a port "
        + "that you may use."
    }
  }

  init(_ error: any Error, host: String, port: Int) {
    let code = (error as? IOError)?.errnoCode
    self =
      if code == EADDRINUSE {
        .portTaken(host: host, port: port)
      } else if let code {
        .cannotListen(host: host, port: port, reason: String(cString: strerror(code)))
      } else {
        .cannotListen(host: host, port: port, reason: "\(error)")
      }
  }
}
#endif
