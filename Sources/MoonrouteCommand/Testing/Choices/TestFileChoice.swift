#if Command
/// Which spec files run, and what before each.
struct TestFileChoice {
  var pattern: [String] = []
  var excludePattern: [String] = []
  var recursive: Bool?
  var directory: [String] = []
  var lpath: [String] = []
  var helper: String?
  var helperWords: [String] = []
  var statements: [String] = []
  var configFile: String?
  var run: String?
}
#endif
