import LuaSyntax
import Moonroute
import RoutePatterns
import ScriptHost
import TextTools

/// Rules about the names and parameters of routes, events, resources and tags.
struct NameRules {
  let application: LoadedApplication
  private let tags: Set<String>

  init(application: LoadedApplication) {
    self.application = application
    tags = Set(application.routes.flatMap(\.tags)).union(application.late.tags)
  }

  private static let names: Set<String> = [
    "router.to", "router.pop_to", "router.tagged", "events.emit", "events.next", "events.on",
    "events.last", "events.forget", "resources.get", "resources.change", "resources.update",
    "resources.delete",
    "assert.opened", "assert.fell_back",
  ]

  func run(_ script: AnalysedScript) {
    for call in script.all(.call) {
      guard let name = script.callee(of: call) else { continue }
      let arguments = script.arguments(of: call)
      guard let first = arguments.first, Self.names.contains(name), !script.isTried(call) else {
        continue
      }
      switch name {
      case "router.to": checkLocation(call, arguments, script)
      case "router.pop_to": checkRoute(first, script)
      case "router.tagged": for argument in arguments { checkTag(argument, script) }
      case "events.emit", "events.next", "events.on", "events.last", "events.forget":
        checkEvent(first, script)
      case "resources.change", "resources.get", "resources.update", "resources.delete":
        checkResource(first, script)
      case "assert.opened", "assert.fell_back":
        if arguments.count > 1, script.isSpec { checkRoute(arguments[1], script) }
      default: break
      }
    }
    for field in script.all(.field) { checkHost(field, script) }
  }

  /// Checks a name of `host` against the offers or, without a program, the stubs.
  private func checkHost(_ field: LuaNode, _ script: AnalysedScript) {
    guard let base = script.tree.firstChild(of: field), script.path(of: base) == "host",
      let offered = application.globals["host"]?.subtracting(HostOffers.ownNames), !offered.isEmpty,
      !script.isSpec, !script.isTried(field)
    else { return }
    let name = script.tree.name(of: field)
    guard !HostOffers.ownNames.contains(name), !offered.contains(name) else { return }
    let hint = NearestNames.hint(for: name, among: offered.sorted())
    application.report(
      .unknownName,
      "The program does not offer '\(name)'.\(hint.isEmpty ? " Register it." : hint)",
      at: field,
      in: script
    )
  }

  // MARK: Routes

  private func checkLocation(
    _ call: LuaNode,
    _ arguments: [LuaNode],
    _ script: AnalysedScript
  ) {
    guard let name = script.string(of: arguments[0]) else { return }
    guard let route = application.index.route(named: name) else {
      return checkRoute(arguments[0], script)
    }
    guard let values = Values(arguments.count > 1 ? arguments[1] : nil, of: route, script),
      let query = query(arguments.count > 2 ? arguments[2] : nil, of: route, script)
    else { return }
    do throws(RouterError) {
      _ = try application.index.location(to: name, params: values.params, query: query)
    } catch {
      let place = values.items.first { error.message.contains("'\($0.key)'") }?.value
      switch error.code {
      case .missingParameter:
        application.report(.missingParameter, error.message, at: call, in: script)
      case .unknownParameter:
        application.report(.unknownParameter, error.message, at: place ?? call, in: script)
      case .wrongType where values.areLiteral:
        application.report(.wrongType, error.message, at: place ?? call, in: script)
      default: break
      }
    }
  }

  /// The query of a call, or `nil` if it is relevant but not a literal.
  private func query(
    _ node: LuaNode?,
    of route: RouteInfo,
    _ script: AnalysedScript
  ) -> [(String, String)]? {
    guard !route.query.isEmpty else { return [] }
    guard let node, script.tree.kind(of: node) != .nilLiteral else { return [] }
    let table = script.value(of: node)
    guard script.tree.kind(of: table) == .table, script.hasWrittenKeysOnly(table) else {
      return nil
    }
    var items: [(String, String)] = []
    for (name, _, value) in script.fields(of: table) {
      guard let text = script.parameterValue(of: value)?.text else { return nil }
      items.append((name, text))
    }
    return items
  }

  private func checkRoute(_ node: LuaNode, _ script: AnalysedScript) {
    guard let name = script.string(of: node), !application.late.hasOpenRoutes,
      !application.late.routeNames.contains(name), application.index.route(named: name) == nil,
      !Self.looksLikeLocation(name)
    else { return }
    reportUnknown("route", name, among: application.index.allNames, at: node, script)
  }

  /// A text that is not a location must be the name of a route without required parameters.
  func checkTarget(_ node: LuaNode, _ script: AnalysedScript) {
    guard let name = script.string(of: node), !Self.looksLikeLocation(name) else { return }
    checkRoute(node, script)
    guard application.index.route(named: name) != nil else { return }
    do throws(RouterError) {
      _ = try application.index.location(to: name)
    } catch  where error.code == .missingParameter {
      application.report(.missingParameter, error.message, at: node, in: script)
    } catch {}
  }

  static func looksLikeLocation(_ text: String) -> Bool {
    text.contains("/") || text.contains(":") || text.hasPrefix(".") || text.hasPrefix("?")
      || text.hasPrefix("#") || text.isEmpty
  }

  private func reportUnknown(
    _ kind: String,
    _ name: String,
    among names: [String],
    at node: LuaNode,
    otherwise: String = "",
    _ script: AnalysedScript
  ) {
    let nearest = NearestNames.of(name, among: names.sorted()).first
    let hint = nearest.map { " Did you mean '\($0)'?" } ?? otherwise
    let message = "No \(kind) is named '\(name)'.\(hint)"
    application.report(unknownName: message, nearest: nearest, at: node, in: script)
  }

  // MARK: Others

  private func checkEvent(_ node: LuaNode, _ script: AnalysedScript) {
    guard let name = script.string(of: node), !Self.looksLikeLocation(name),
      !application.late.hasOpenEvents, !application.late.eventNames.contains(name),
      !application.eventNames.contains(name)
    else { return }
    let names = application.eventNames + application.late.eventNames
    reportUnknown(
      "event",
      name,
      among: names,
      at: node,
      otherwise: " Declare it with events.declare first.",
      script
    )
  }

  private func checkResource(_ node: LuaNode, _ script: AnalysedScript) {
    guard let name = script.string(of: node), !Self.looksLikeLocation(name),
      !application.late.hasOpenResources, !application.late.resourceNames.contains(name),
      !application.resourceNames.contains(name)
    else { return }
    let names = application.resourceNames + application.late.resourceNames
    reportUnknown("resource", name, among: names, at: node, script)
  }

  private func checkTag(_ node: LuaNode, _ script: AnalysedScript) {
    guard let tag = script.string(of: node), !application.late.hasOpenRoutes, !tags.contains(tag)
    else { return }
    let hint = NearestNames.hint(for: tag, among: tags.sorted())
    application.report(.unknownTag, "No route has the tag '\(tag)'.\(hint)", at: node, in: script)
  }
}

/// The literal parameters of a call.
private struct Values {
  private(set) var params: [String: ParameterValue] = [:]
  private(set) var items: [(key: String, value: LuaNode)] = []
  private(set) var areLiteral = true

  /// Returns `nil` if some keys are not literals.
  init?(_ node: LuaNode?, of route: RouteInfo, _ script: AnalysedScript) {
    guard let node else { return }
    let table = script.value(of: node)
    switch script.tree.kind(of: table) {
    case .nilLiteral: return
    case .table where script.hasWrittenKeysOnly(table): break
    default: return nil
    }
    for (name, item, value) in script.fields(of: table) {
      items.append((name, item))
      if let literal = script.parameterValue(of: value) {
        params[name] = literal
      } else {
        areLiteral = false
        let type = route.pattern.parameters.first { $0.name == name }?.type
        params[name] = type?.sample() ?? .text("x")
      }
    }
  }
}

extension AnalysedScript {
  /// The literal value of a parameter, or `nil`.
  fileprivate func parameterValue(of node: LuaNode) -> ParameterValue? {
    let node = value(of: node)
    switch tree.kind(of: node) {
    case .string: return tree.string(of: node).map { .text($0) }
    case .trueLiteral: return .bool(true)
    case .falseLiteral: return .bool(false)
    case .number:
      let text = tree.text(of: node)
      return Int64(text).map { .int($0) } ?? Double(text).map { .double($0) }
    default: return nil
    }
  }

  /// The fix that replaces a literal text with another one.
  func renaming(_ node: LuaNode, to name: String) -> ScriptFinding.Fix? {
    guard tree.kind(of: node) == .string, let quote = tree.text(of: node).first, quote != "["
    else { return nil }
    return ScriptFinding.Fix(
      title: "Write '\(name)'",
      range: tree.range(of: node),
      text: "\(quote)\(name)\(quote)"
    )
  }
}
