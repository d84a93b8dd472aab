package import LuaRuntime
import EmbeddedFiles
import Synchronization
import TextTools

/// The scripts that this process has compiled, for all its Lua states.
///
/// A compiled form is kept from the second use of a text: most processes use each text once. A form
/// of a script of the library is kept from the first use, without the names of local variables, so
/// that each state has the same function. A form belongs to no state, so the memory of no script
/// includes it.
package enum CompiledTexts {
  private struct Key: Hashable {
    let name: String
    /// The text; empty for a script of the library, whose text never changes.
    var text: [UInt8] = []

    func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(text.count)
    }

    static func == (first: Key, second: Key) -> Bool {
      first.name == second.name && first.text.hasSameBytes(as: second.text)
    }

    /// A number that depends on every byte.
    var mark: Int {
      var hasher = Hasher()
      hasher.combine(name)
      text.withUnsafeBytes { hasher.combine(bytes: $0) }
      return hasher.finalize()
    }
  }

  private struct Known {
    /// The marks of the texts that were used.
    var used: Set<Int> = []
    var forms: [Key: LuaCompiledScript] = [:]
    /// The bytes of all texts and their forms.
    var byteCount = 0
  }

  /// The bytes of texts and forms, and the number of marks, at which all are dropped.
  private static let (byteLimit, markLimit) = (16 << 20, 100_000)

  private static let known = Mutex(Known())

  /// Makes the function of a script.
  ///
  /// A script that counts its lines belongs to its state, so it is always compiled.
  ///
  /// - Parameters:
  ///   - text: Its text.
  ///   - name: The name for positions.
  ///   - state: The state.
  ///   - environment: Its globals.
  ///   - countsLines: Whether its lines are counted while line counting is on. Default: yes.
  ///   - earlier: The function that another state has made of the same text, if any.
  /// - Returns: A function that runs the script.
  /// - Throws: The same errors as ``LuaState/load(_:name:environment:countsLines:)``.
  package static func load(
    _ text: [UInt8],
    name: String,
    in state: LuaState,
    _ environment: LuaEnvironment,
    countsLines: Bool = true,
    after earlier: LuaFunction? = nil
  ) throws(LuaError) -> LuaFunction {
    let isCounted = countsLines && state.isCountingLines
    let key = Key(name: name, text: text)
    if !isCounted, text.count <= state.limits.sourceBytes,
      let form = form(of: key) ?? earlier.flatMap({ $0.isCounted ? nil : keep($0, key) })
    {
      return try state.load(form, environment: environment)
    }
    let script = try state.load(
      text,
      name: name,
      environment: environment,
      countsLines: countsLines
    )
    if !isCounted { note(script, key) }
    return script
  }

  /// Makes the function of a script of the library such as `lib/mount.lua`; its name begins with
  /// `//`.
  package static func loadLibrary(
    _ path: String,
    name: String,
    in state: LuaState,
    _ environment: LuaEnvironment
  ) throws(LuaError) -> LuaFunction? {
    let key = Key(name: name)
    if let form = form(of: key) { return try state.load(form, environment: environment) }
    guard let text = ScriptLibrary.text(of: path) else { return nil }
    let script = try state.load(text, name: name, environment: environment)
    guard let form = keep(script, key, namesLocals: false) else { return script }
    return try state.load(form, environment: environment)
  }

  private static func form(of key: Key) -> LuaCompiledScript? { known.withLock { $0.forms[key] } }

  /// Keeps the compiled form of a script if its text was used before.
  private static func note(_ script: LuaFunction, _ key: Key) {
    let mark = key.mark
    let isFirst = known.withLock { known in
      if known.used.count >= markLimit { known.used = [] }
      return known.used.insert(mark).inserted
    }
    if !isFirst { keep(script, key) }
  }

  @discardableResult
  private static func keep(
    _ script: LuaFunction,
    _ key: Key,
    namesLocals: Bool = true
  ) -> LuaCompiledScript? {
    guard let form = script.compiled(name: key.name, namesLocals: namesLocals) else { return nil }
    known.withLock { known in
      if known.byteCount >= byteLimit { (known.forms, known.byteCount) = ([:], 0) }
      guard known.forms.updateValue(form, forKey: key) == nil else { return }
      known.byteCount += key.text.count + form.byteCount
    }
    return form
  }
}
