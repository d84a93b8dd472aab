/// The code that runs before the tests of a file.
public struct SpecPreparation: Sendable {
  /// The absolute path of a `.busted` file that runs before each spec file, or `nil`.
  ///
  /// It can prepare globals, texts and assertions for the specs, as in busted.
  public var configuration: String?
  /// A Lua program for `arg[-1]`, or `nil`.
  public var interpreter: String?
  /// A Lua file or module that runs before each spec file, or `nil`.
  public var helper: String?
  /// The arguments of the helper.
  public var helperArguments: [String] = []
  /// Lua statements that run before each spec file and before the helper.
  public var statements: [String] = []
  /// The command line that specs see in `arg`, starting with the program.
  public var commandLine: [String] = []
  /// The number of this run, from 1 to ``runCount``.
  ///
  /// The default is 1.
  public var run = 1
  /// The number of runs of the same specs.
  public var runCount = 1
  /// Whether set-ups run only when the first test of their block starts.
  public var isLazy = false

  /// Creates a preparation without code of its own.
  public init() {}
}
