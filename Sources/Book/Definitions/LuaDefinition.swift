package struct LuaDefinition: Sendable {
  package enum Kind: String, Sendable {
    /// A function, called with a dot or as a method with a colon.
    case function
    /// A table of fields: the shape of an argument or a result, or a global.
    case table
    /// Another name for a type.
    case alias
    /// Any other global: `router.decline`, `it`.
    case value
  }

  package struct Member: Sendable, Equatable {
    /// The name; empty for a result without one.
    package var name: String
    /// The type in its original spelling; empty for a choice.
    package var type: String
    package var isOptional: Bool
    /// The description; may be empty.
    package var words: String
  }

  /// The name in scripts or definitions: `router.guard`, `router.State`, `screen.Screen:close`.
  package var name: String
  package var kind: Kind
  /// The description in Markdown, including examples.
  package var words = ""
  package var parameters: [Member] = []
  package var results: [Member] = []
  /// The fields of a table, or the choices of an alias.
  package var members: [Member] = []
  /// The table that it inherits fields from, or the type of an alias or a value.
  package var base: String?
  /// The signatures of a callable table.
  package var overloads: [String] = []
  package var mayWait = false
  /// The release that introduced it: from its own `---@since`, or from its file.
  package var since: String?
  /// The file below `scripts/types`, such as `router.lua`.
  package let file: String
  package let line: Int

  package var examples: [String] { MarkdownBlocks(words).code(of: "lua") }
}
