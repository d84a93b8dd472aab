import LuaSyntax
import ScriptHost
import TextTools

/// Rules about modules, read-only ones included, and about the session.
struct ModuleRules {
  let application: LoadedApplication

  private static let sealed: Set<String> = [
    "animator", "clock", "events", "host", "json", "log", "reload", "resources", "router", "stage",
  ]
  private static let waiting: Set<String> = [
    "sleep", "router.open", "router.push", "router.present", "router.replace", "router.go",
    "router.ask", "router.fetch", "router.build", "events.next",
  ]

  func run(_ script: AnalysedScript) {
    guard !script.isSpec else { return }
    for node in script.all(.targets) {
      for target in script.tree.children(of: node) { checkWrite(target, script) }
    }
    for node in script.all(.assignment) { checkSession(node, script) }
    for call in script.all(.methodCall) { checkColon(call, script) }
    checkAnswers(script)
    for call in script.all(.call) {
      switch script.callee(of: call) {
      case "require": checkRequire(call, script)
      case "table.sort", "string.gsub": checkBarrier(call, script)
      case "router.proxy", "router.unmatched": checkMount(call, script)
      default: break
      }
    }
  }

  private func checkWrite(_ target: LuaNode, _ script: AnalysedScript) {
    let tree = script.tree
    guard tree.kind(of: target) == .field, let base = tree.firstChild(of: target),
      let module = script.path(of: base), Self.sealed.contains(module),
      application.globals[module] != nil
    else { return }
    application.report(
      .sealedWrite,
      "'\(module).\(tree.name(of: target))' cannot be set: modules of the host are read-only. Use a"
        + " table of your own, or stub a function in a spec.",
      at: target,
      in: script
    )
  }

  /// `router:route { … }`, which passes the router as an argument.
  private func checkColon(_ call: LuaNode, _ script: AnalysedScript) {
    guard let receiver = script.tree.firstChild(of: call), let module = script.path(of: receiver),
      Self.sealed.contains(module), application.globals[module] != nil
    else { return }
    let name = "\(module).\(script.tree.name(of: call))"
    let place = script.tree.token(of: call).start
    application.report(
      .wrongArguments,
      "\(module):\(script.tree.name(of: call)) passes '\(module)' itself. Use a dot: \(name).",
      at: script.tree.range(of: receiver).lowerBound..<script.tree.token(of: call).end,
      in: script,
      fix: ScriptFinding.Fix(title: "Use a dot", range: place - 1..<place, text: ".")
    )
  }

  /// Reports modules that return nothing although other code uses their result.
  private func checkAnswers(_ script: AnalysedScript) {
    let tree = script.tree
    for (number, variable) in tree.scopes.variables.enumerated() {
      guard let module = tree.requiredModule(of: variable.declaration),
        let file = ApplicationModel.files(ofModule: module).lazy
          .compactMap({ application.script(of: $0) }).first,
        !file.tree.answers,
        let use = tree.scopes.references.first(where: { use in
          guard use.variable == number, let parent = tree.parent(of: use.node) else { return false }
          return [.field, .indexed, .call, .methodCall].contains(tree.kind(of: parent))
            && tree.firstChild(of: parent) == use.node
        })
      else { continue }
      application.report(
        .undefinedField,
        "'\(file.file)' returns nothing. End it with 'return M', the table of its functions.",
        at: use.node,
        in: script
      )
    }
  }

  private func checkSession(_ node: LuaNode, _ script: AnalysedScript) {
    let tree = script.tree
    guard let targets = tree.firstChild(of: node), let values = tree.child(1, of: node) else {
      return
    }
    for (target, value) in zip(tree.children(of: targets), tree.children(of: values)) {
      guard tree.kind(of: target) == .field, let base = tree.firstChild(of: target),
        script.path(of: base) == "session",
        tree.kind(of: script.value(of: value)) == .function
      else { continue }
      application.report(
        .lossySession,
        "'\(tree.name(of: target))' is a function, but 'session' can hold only plain data."
          + " Keep the function in a module and its data in 'session'.",
        at: target,
        in: script
      )
    }
  }

  private func checkRequire(_ call: LuaNode, _ script: AnalysedScript) {
    guard let node = script.arguments(of: call).first, let name = script.string(of: node),
      application.globals[name] == nil, !script.isTried(call)
    else { return }
    let files = Set(application.scripts.map(\.file))
    let candidates = ApplicationModel.files(ofModule: name)
    guard files.isDisjoint(with: candidates) else { return }
    let modules: [String] = files.map {
      $0.dropLast(4).split(separator: "/").joined(separator: ".")
    }
    let nearest = NearestNames.of(name, among: modules.sorted()).first
    let hint =
      nearest.map {
        " The nearest file is \(ApplicationModel.files(ofModule: $0)[0]): require \"\($0)\"."
      } ?? ""
    application.report(
      .unknownModule,
      "There is no module '\(name)': no file \(candidates[0]).\(hint)",
      at: node,
      in: script
    )
  }

  /// Notes routes that a decision mounts, because only `router.lazy` shows them to every tool.
  private func checkMount(_ call: LuaNode, _ script: AnalysedScript) {
    guard
      let last = script.arguments(of: call)
        .last(where: { argument in
          script.tree.kind(of: script.value(of: argument)) == .function
        })
    else { return }
    for inner in script.tree.nodes(from: script.value(of: last))
    where script.tree.kind(of: inner) == .call && script.callee(of: inner) == "router.mount" {
      application.report(
        .lateMount,
        "These routes are unknown until this call runs. Use router.lazy instead, so that every tool"
          + " knows them.",
        at: inner,
        in: script
      )
    }
  }

  /// Reports waiting calls inside a function that Lua's own libraries call.
  private func checkBarrier(_ call: LuaNode, _ script: AnalysedScript) {
    for argument in script.arguments(of: call) {
      let function = script.value(of: argument)
      guard script.tree.kind(of: function) == .function else { continue }
      for inner in script.tree.nodes(from: function) where script.tree.kind(of: inner) == .call {
        guard let name = script.callee(of: inner), Self.waiting.contains(name),
          script.function(around: inner) == function
        else { continue }
        application.report(
          .cannotAwait,
          "'\(name)' cannot wait inside '\(script.callee(of: call) ?? "")'. Call it before or"
            + " after.",
          at: inner,
          in: script
        )
      }
    }
  }

  // MARK: Files

  /// Reports files that nothing requires, but not in the folders of other applications.
  func findDeadFiles() {
    var required = Set(ScriptSource.startFiles + [application.entry] + application.lateFiles)
    for script in application.scripts {
      for requirement in script.tree.requirements {
        if let module = script.string(of: requirement.name) {
          required.formUnion(ApplicationModel.files(ofModule: module))
        } else if !requirement.isMount || !script.isModule(requirement.name) {
          return
        }
      }
    }
    // A folder with a main.lua that nothing requires is another application.
    let others = application.scripts.map(\.file)
      .filter { $0.hasSuffix("/main.lua") && !required.contains($0) }
      .map { $0.dropLast("main.lua".count) }
    for script in application.scripts where !script.isSpec && !required.contains(script.file) {
      let file = script.file
      guard !file.hasPrefix("."), !others.contains(where: file.hasPrefix) else { continue }
      application.report(
        .deadFile,
        "Nothing requires this file. Require it, or remove it.",
        at: 0..<0,
        in: script
      )
    }
  }
}

extension AnalysedScript {
  /// Whether the mounted value is the module itself and not its name.
  fileprivate func isModule(_ node: LuaNode?) -> Bool {
    node.map { [.function, .call].contains(tree.kind(of: value(of: $0))) } == true
  }
}
