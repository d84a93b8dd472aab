extension SpecRunner {
  /// A path as reports show it: seen from the current folder, if it leads into that.
  package static func shown(_ path: String) -> String { SpecFiles.relative(path) }

  /// The folder of the application that a spec file belongs to, or `nil` for none.
  package func application(above file: String) -> String? {
    guard loadsApplications != false, let folder = SpecFinder.application(above: file) else {
      return nil
    }
    return loadsApplications == true || SpecApplication(folder: folder).isOurs ? folder : nil
  }
}
