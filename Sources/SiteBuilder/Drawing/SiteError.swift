/// The reason why the site cannot be built.
enum SiteError: Error, CustomStringConvertible {
  /// A scene did not open.
  case cannotDraw(String)
  case file(String)
  case command(String)
  case usage

  var description: String {
    switch self {
    case .cannotDraw(let scene): "'\(scene)' did not open, so it cannot be drawn."
    case .file(let path): "'\(path)' cannot be read or written."
    case .command(let name): "'\(name)' failed."
    case .usage:
      """
      usage: SiteBuilder draw FOLDER          writes the pictures of the documentation
             SiteBuilder record COMMAND FILE  writes what a terminal shows of COMMAND, for the README
             SiteBuilder finish SITE          adds a search, colours for Lua and a first page to DocC's pages
      """
    }
  }
}
