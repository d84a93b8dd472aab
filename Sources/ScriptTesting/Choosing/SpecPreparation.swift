/// The code that runs before the tests of a file.
package struct SpecPreparation: Sendable {
  /// The absolute path of a `.busted` file that runs before each spec file, or `nil`.
  ///
  /// It can prepare globals, texts and assertions for the specs, as in busted.
  package var configuration: String?
  /// A Lua program for `arg[-1]`, or `nil`.
  package var interpreter: String?
  /// A Lua file or module that runs before each spec file, or `nil`.
  package var helper: String?
  /// The arguments of the helper.
  package var helperArguments: [String] = []
  /// The path of a function that runs before each test, such as `app.reset`, or `nil`.
  package var beforeEach: String?
  /// Lua statements that run before each spec file and before the helper.
  package var statements: [String] = []
  /// The command line that specs see in `arg`, starting with the program.
  package var commandLine: [String] = []
  /// The number of this run, from 1 to ``runCount``.
  ///
  /// The default is 1.
  package var run = 1
  /// The number of runs of the same specs.
  package var runCount = 1
  /// Whether set-ups run only when the first test of their block starts.
  package var isLazy = false

  /// Creates a preparation without code of its own.
  package init() {}
}
