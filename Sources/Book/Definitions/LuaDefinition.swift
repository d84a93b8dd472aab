/// The words of the editor's definitions about one name of the Lua API.
package struct LuaDefinition: Sendable {
  package enum Kind: String, Sendable {
    /// A function, called with a dot or, of a value, with a colon.
    case function
    /// A table of fields: the shape of an argument or of an answer, or a global.
    case table
    /// Another word for a type.
    case alias
    /// A global that is neither: `router.decline`, `it`.
    case value
  }

  /// A parameter, a field or a choice of an alias.
  package struct Member: Sendable, Equatable {
    /// The name; empty for a result without one.
    package var name: String
    /// The type as written; empty for a choice.
    package var type: String
    /// Whether it may be left out.
    package var isOptional: Bool
    /// The words about it; may be empty.
    package var words: String
  }

  /// The name as scripts or definitions write it: `router.guard`, `router.State`, `screen.Screen:close`.
  package var name: String
  /// The kind of thing it names.
  package var kind: Kind
  /// The words about it as Markdown, examples included.
  package var words = ""
  /// The parameters of a function in their order.
  package var parameters: [Member] = []
  /// The answers of a function in their order.
  package var results: [Member] = []
  /// The fields of a table, or the choices of an alias.
  package var members: [Member] = []
  /// The table whose fields it has, too; the type of an alias or a value.
  package var base: String?
  /// The shapes in which a table can be called.
  package var overloads: [String] = []
  package var mayWait = false
  /// The release since which it is there: its own `---@since`, else that of its file.
  package var since: String?
  /// The file below `scripts/types`, such as `router.lua`.
  package let file: String
  /// The line of the statement or the annotation that names it, from 1.
  package let line: Int

  /// The examples among the words: the text of each block of Lua.
  package var examples: [String] { MarkdownBlocks(words).code(of: "lua") }
}
