/// The reason why a stream of messages ended, or could not start.
package enum MessageError: Error, Equatable, CustomStringConvertible {
  /// A header other than `Content-Length` and `Content-Type`.
  case unknownHeader(String)
  /// A message without a valid `Content-Length`.
  case badLength(String)
  /// A message with an encoding other than UTF-8.
  case badEncoding(String)
  case longHeader(limit: Int)
  case longMessage(bytes: Int, limit: Int)
  case cutShort
  /// A peer that does not read its messages.
  case notRead(bytes: Int)
  case system(String)

  package var description: String {
    switch self {
    case .unknownHeader(let line):
      "the header '\(line)' is not part of this protocol. Send Content-Length."
    case .badLength(let text):
      "'\(text)' is not a valid message length. Send one Content-Length with the number of bytes."
    case .badEncoding(let text): "the message encoding is '\(text)'. Send UTF-8."
    case .longHeader(let limit): "the headers of a message are longer than \(limit) bytes."
    case .longMessage(let bytes, let limit):
      "a message has \(bytes) bytes; the limit is \(limit)."
    case .cutShort: "the stream ended in the middle of a message."
    case .notRead(let bytes): "the other end does not read: \(bytes) bytes are pending."
    case .system(let text): text
    }
  }
}
