/// The rules that need no loaded application: about Lua, and about the tables that calls accept.
struct LuaRules {
  private let fields: FieldRules
  private let globals: GlobalRules
  private let variables: VariableRules
  private let flow: FlowRules
  private let values: ValueRules
  private let arguments: ArgumentRules

  init(application: LoadedApplication) {
    fields = FieldRules(application: application)
    globals = GlobalRules(application: application)
    variables = VariableRules(application: application)
    flow = FlowRules(application: application)
    values = ValueRules(application: application)
    arguments = ArgumentRules(application: application)
  }

  func run(_ script: AnalysedScript) {
    fields.run(script)
    globals.run(script)
    variables.run(script)
    flow.run(script)
    values.run(script)
    arguments.run(script)
  }
}
