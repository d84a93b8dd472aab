/// The code that runs before the tests of a file.
public struct SpecPreparation: Sendable {
  /// A Lua file, or a module, that runs before each spec file; `nil` for none.
  public var helper: String?
  /// The words that the helper gets.
  public var helperArguments: [String] = []
  /// Statements of Lua that run before each spec file, and before the helper.
  public var statements: [String] = []
  /// The command line as specs see it in `arg`, the program first.
  public var commandLine: [String] = []
  /// Which of ``runCount`` runs of the same specs this is, 1 and 1 by default.
  public var run = 1
  /// How often the specs run.
  public var runCount = 1
  /// Whether set-ups run at the first test of their block only.
  public var isLazy = false

  /// Prepares nothing but what the blocks ask for.
  public init() {}
}
