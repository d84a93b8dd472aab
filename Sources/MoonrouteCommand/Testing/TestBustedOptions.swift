#if Command
import ArgumentParser

/// Options of busted without an effect, accepted so that its command lines work.
struct TestBustedOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Only Lua is loaded.", visibility: .hidden))
  var loaders: String?

  @Option(help: ArgumentHelp("Messages are in English.", visibility: .hidden))
  var lang: String?

  @Option(help: ArgumentHelp("Our own Lua runs the specs.", visibility: .hidden))
  var lua: String?

  @Option(help: ArgumentHelp("There is nothing to set.", visibility: .hidden))
  var coverageConfigFile: String?

  @Flag(help: ArgumentHelp("Our own Lua runs the specs.", visibility: .hidden))
  var ignoreLua = false

  @Flag(
    name: [.customShort("s"), .customLong("enable-sound"), .customLong("no-enable-sound")],
    help: ArgumentHelp("There is no sound.", visibility: .hidden)
  )
  var sound = false

  func validate() throws {
    if let lang, lang != "en" {
      throw ValidationError("--lang takes 'en', but got '\(lang)': messages are in English.")
    }
    if let loaders, !loaders.split(separator: ",").contains("lua") {
      throw ValidationError(
        "--loaders takes 'lua', but got '\(loaders)': compile the specs to Lua first."
      )
    }
  }
}
#endif
