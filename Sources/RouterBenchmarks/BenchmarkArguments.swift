struct BenchmarkArguments {
  /// Runs only cases and figures with this name prefix.
  var prefix = ""
  var isJSON = false
  var isList = false
  var passCount = 15
  var sampleMilliseconds = 8
  /// The path of a release build of the command; without it, the subjects that run it are skipped.
  var moonroute: String?
  var instructionsCase: String?
  /// Runs one peer of one case without measuring, for a tool that counts instructions.
  var callgrindCase: String?
  var callgrindPeer = 0
  var callgrindRounds = 1

  static let usage = """
    usage: RouterBenchmarks [PREFIX] [--json] [--list] [--passes N] [--sample MS]
                            [--moonroute PATH]
           RouterBenchmarks --instructions CASE [--json]
           RouterBenchmarks --callgrind CASE [--peer N] [--rounds N]
    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": isJSON = true
      case "--list": isList = true
      case "--passes": passCount = try Self.number(rest.popFirst(), for: argument)
      case "--sample": sampleMilliseconds = try Self.number(rest.popFirst(), for: argument)
      case "--moonroute": moonroute = rest.popFirst()
      case "--instructions": instructionsCase = rest.popFirst()
      case "--callgrind": callgrindCase = rest.popFirst()
      case "--peer": callgrindPeer = try Self.number(rest.popFirst(), for: argument)
      case "--rounds": callgrindRounds = try Self.number(rest.popFirst(), for: argument)
      default:
        guard !argument.hasPrefix("-"), prefix.isEmpty else {
          throw BenchmarkError.unknownArgument(argument)
        }
        prefix = argument
      }
    }
  }

  private static func number(_ text: String?, for argument: String) throws -> Int {
    guard let text, let number = Int(text), number >= 0 else {
      throw BenchmarkError.unknownArgument(argument)
    }
    return number
  }
}
