extension SpecRunner {
  /// A path for reports, relative to the current folder if it is inside it.
  package static func shown(_ path: String) -> String { SpecFiles.relative(path) }

  /// The folder of a spec file's application, or `nil` if it has none.
  package func application(above file: String) -> String? {
    guard loadsApplications != false, let folder = SpecFinder.application(above: file) else {
      return nil
    }
    return loadsApplications == true || SpecApplication(folder: folder).isOurs ? folder : nil
  }
}
