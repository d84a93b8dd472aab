import ScriptHost
import TextTools

/// Writes `host.lua`: the program's offers.
struct HostDefinitions {
  private let offers: OfferList?
  /// The functions that scripts and specs stub.
  private let stubs: [String]
  private var fixed: DefinitionText
  private var aliases: [String: [String]] = [:]

  /// Removes the definitions that this file replaces from the product's files.
  init(_ offers: OfferList?, stubs: [String], from files: inout [String: DefinitionText]) {
    self.offers = offers
    self.stubs = stubs
    fixed = files.removeValue(forKey: "host.lua") ?? DefinitionText("")
    for (file, alias, names) in [
      ("registration.lua", "router.ViewName", offers?.views),
      ("animator.lua", "animator.Transition", offers?.transitions),
    ] {
      guard let names, !names.isEmpty, let block = files[file]?.take(alias: alias) else { continue }
      aliases[alias] = Annotation.alias(
        alias,
        words: Array(DefinitionText.words(of: block).prefix(1)),
        rows: names.sorted().map { ($0, "") },
        isOpen: false
      )
    }
  }

  var blocks: [[String]] {
    var fixed = fixed
    let functions = functions
    let values = offers?.values ?? []
    if !functions.isEmpty || !values.isEmpty {
      let fields = values.compactMap { value in
        Annotation.field(value.name).map { "---@field \($0) \(value.type)" }
      }
      let others = functions.filter { !$0.name.isLuaName }
        .compactMap { function in
          Annotation.field(function.name).map { "---@field \($0) \(function.signature.annotation)" }
        }
      fixed.replace(linesBeginning: "---@field [string] any", with: fields + others)
    }
    let words = fixed.blocks.dropFirst().map { $0.map(String.init) }
    return words + aliases.keys.sorted().compactMap { aliases[$0] }
      + functions.filter(\.name.isLuaName).map { Self.block(of: $0, in: "host.") }
      + (offers?.types ?? []).sorted { $0.name < $1.name }.enumerated().flatMap(Self.blocks)
  }

  /// The offered functions, or the stubs if there is no list of offers.
  private var functions: [OfferList.Function] {
    let offered = offers?.functions ?? []
    let known = Set(offered.map(\.name)).union(offers?.values.map(\.name) ?? [])
    let others = Set(stubs).subtracting(known).subtracting(HostOffers.ownNames)
      .map { name in
        OfferList.Function(
          name: name,
          signature: HostSignature(summary: "A stub; `offers.json` does not describe it.")
        )
      }
    return (offered + others).sorted { $0.name < $1.name }
  }

  private static func block(of function: OfferList.Function, in owner: String) -> [String] {
    let signature = function.signature
    var lines = (signature.summary ?? "").printedLines.filter { !$0.isEmpty }.map { "--- \($0)" }
    if function.waits { lines.append("---@async") }
    for parameter in signature.takes ?? [] {
      let isOptional = parameter.type.hasSuffix("?")
      let type = isOptional ? String(parameter.type.dropLast()) : parameter.type
      lines.append("---@param \(parameter.name)\(isOptional ? "?" : "") \(type)")
    }
    if signature.takes == nil { lines.append("---@param ... any") }
    switch signature.answers {
    case "nil"?: break
    case let type?: lines.append("---@return \(type)")
    case nil: lines.append("---@return any ...")
    }
    let names = signature.takes.map { $0.map(\.name).joined(separator: ", ") } ?? "..."
    return lines + ["function \(owner)\(function.name)(\(names)) end"]
  }

  private static func blocks(_ index: Int, _ type: OfferList.Kind) -> [[String]] {
    let local = "Type\(index + 1)"
    var head = ["---@class \(type.name)"]
    head += type.fields.compactMap { field in
      Annotation.field(field.name).map { "---@field \($0) \(field.type)" }
    }
    let methods = type.methods.filter(\.name.isLuaName)
    if !methods.isEmpty { head.append("local \(local) = {}") }
    return [head] + methods.map { block(of: $0, in: local + ":") }
  }
}

extension HostSignature {
  /// The function type with this signature.
  fileprivate var annotation: String {
    let parameters = takes.map { list in list.map { "\($0.name): \($0.type)" } } ?? ["...: any"]
    return "fun(\(parameters.joined(separator: ", "))): \(answers ?? "any")"
  }
}
