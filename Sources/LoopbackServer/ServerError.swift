#if Inspector
import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The reason why a server cannot listen.
package enum ServerError: Error, Equatable, CustomStringConvertible {
  /// A port that another program uses.
  case portTaken(host: String, port: Int)
  case cannotListen(host: String, port: Int, reason: String)

  package var description: String {
    switch self {
    case .portTaken(let host, let port):
      "Another program uses \(host):\(port). Choose another port, or 0 for any free port."
    case .cannotListen(let host, let port, let reason):
      "cannot listen at \(host):\(port): \(reason). Choose an address of this machine and"
        + " a port that you may use."
    }
  }

  init(_ error: any Error, _ options: ServerOptions) {
    let (host, port) = (options.host, options.port)
    let code = (error as? IOError)?.errnoCode
    self =
      if code == EADDRINUSE {
        .portTaken(host: host, port: port)
      } else if error is SocketAddressError.UnknownHost {
        .cannotListen(host: host, port: port, reason: "no address has this name")
      } else if let code {
        .cannotListen(host: host, port: port, reason: String(cString: strerror(code)))
      } else {
        .cannotListen(host: host, port: port, reason: "\(error)")
      }
  }
}
#endif
