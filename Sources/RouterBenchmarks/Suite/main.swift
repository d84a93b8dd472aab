#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

do {
  #if LinkService
  if CommandLine.arguments.dropFirst() == ["--echo"] {
    try EchoServer.run()
    exit(0)
  }
  #endif
  let arguments = try BenchmarkArguments(Array(CommandLine.arguments.dropFirst()))
  if arguments.isList {
    for subject in BenchmarkProgram.subjects { for (name, _) in subject.cases { print(name) } }
  } else if let name = arguments.instructionsCase {
    try BenchmarkProgram.countInstructions(name, arguments)
  } else if let name = arguments.callgrindCase {
    try BenchmarkProgram.runCallgrind(name, arguments)
  } else if try !BenchmarkProgram.measure(arguments) {
    exit(1)
  }
} catch {
  print("\(error)\n\(BenchmarkArguments.usage)")
  exit(2)
}
