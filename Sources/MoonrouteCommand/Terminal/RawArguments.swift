/// The arguments as the system passes them.
enum RawArguments {
  /// The bytes of every argument, beginning with the command's own name.
  static var all: [[UInt8]] {
    (0..<Int(CommandLine.argc))
      .compactMap { index in
        CommandLine.unsafeArgv[index]
          .map { argument in
            var bytes: [UInt8] = []
            var next = argument
            while next.pointee != 0 {
              bytes.append(UInt8(bitPattern: next.pointee))
              next += 1
            }
            return bytes
          }
      }
  }
}
