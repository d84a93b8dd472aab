#if Command
/// Which tests run.
struct TestChoice {
  var tags: [String] = []
  var excludeTags: [String] = []
  var filter: [String] = []
  var filterOut: [String] = []
  var name: [String] = []
  var excludeNamesFile: String?
  var list = false
  var passWithNoTests = false
  var bustedStrictCompat = false
}
#endif
