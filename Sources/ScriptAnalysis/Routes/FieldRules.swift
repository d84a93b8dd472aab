import LuaSyntax
import ScriptHost
import TextTools

/// Rules about the tables that scripts pass to calls after loading: their fields, and the animators
/// that they name.
struct FieldRules {
  let application: LoadedApplication

  /// The files of modules that some script mounts.
  private let mounted: Set<String>

  init(application: LoadedApplication) {
    self.application = application
    let late = Set(application.lateFiles)
    mounted = application.scripts.reduce(into: late) { files, script in
      for module in script.mountedModules {
        files.formUnion(script.string(of: module).map(ApplicationModel.files(ofModule:)) ?? [])
      }
    }
  }

  func run(_ script: AnalysedScript) {
    checkModules(script)
    for call in script.all(.call) {
      guard let name = script.callee(of: call), !script.isTried(call) else { continue }
      let arguments = script.arguments(of: call)
      for fields in ScriptCallFields.all[name] ?? [] where fields.place < arguments.count {
        check(arguments[fields.place], fields, script)
      }
      if name == "animator.custom", let function = arguments.first.map(script.value),
        script.tree.kind(of: function) == .function
      {
        for answer in script.returns(of: function) {
          script.tree.firstChild(of: answer).map { checkAnimator($0, script) }
        }
      }
    }
  }

  /// Checks the definitions of a module, whether it is mounted while loading or later.
  private func checkModules(_ script: AnalysedScript) {
    if mounted.contains(script.file) {
      for answer in script.returns(of: script.tree.root) { checkList(answer, script) }
    }
    for module in script.mountedModules {
      let function = script.value(of: module)
      guard script.tree.kind(of: function) == .function else { continue }
      for answer in script.returns(of: function) { checkList(answer, script) }
    }
  }

  private func checkList(_ answer: LuaNode, _ script: AnalysedScript) {
    guard let list = script.tree.firstChild(of: answer).map(script.value),
      script.tree.kind(of: list) == .table
    else { return }
    for item in script.tree.children(of: list) where script.tree.kind(of: item) == .item {
      script.tree.firstChild(of: item).map { check($0, .route, script) }
    }
  }

  private func check(_ node: LuaNode, _ fields: ScriptCallFields, _ script: AnalysedScript) {
    let table = script.value(of: node)
    guard script.tree.kind(of: table) == .table else { return }
    for (name, item, value) in script.fields(of: table) {
      if let message = fields.problem(withField: name) {
        let nearest = NearestNames.of(name, among: fields.fields).first
        let start = script.tree.token(of: item)
        application.report(
          .unknownField,
          message,
          at: start.start..<start.end,
          in: script,
          fix: nearest.map {
            ScriptFinding.Fix(title: "Write '\($0)'", range: start.start..<start.end, text: $0)
          }
        )
      } else if name == "animator" || name == "otherwise" {
        checkAnimator(value, script)
      } else if name == "routes", fields.hasRoutes {
        let list = script.value(of: value)
        guard script.tree.kind(of: list) == .table else { continue }
        for item in script.tree.children(of: list) where script.tree.kind(of: item) == .item {
          script.tree.firstChild(of: item).map { check($0, .route, script) }
        }
      }
    }
  }

  func checkAnimator(_ node: LuaNode, _ script: AnalysedScript) {
    guard let name = script.string(of: node),
      let message = ScriptAnimators.problem(withName: name)
    else { return }
    let known = application.globals["animator"] ?? []
    let nearest = NearestNames.of(name, among: known.sorted()).first
    application.report(unknownName: message, nearest: nearest, at: node, in: script)
  }
}

extension AnalysedScript {
  /// The modules in calls of `mount`: names or functions.
  fileprivate var mountedModules: [LuaNode] {
    all(.call)
      .compactMap { call in
        guard let callee = tree.firstChild(of: call), tree.kind(of: callee) == .field,
          tree.name(of: callee) == "mount"
        else { return nil }
        return arguments(of: call).dropFirst().first
      }
  }
}
