/// A node of a script's syntax tree, identified by its index in the tree.
package struct LuaNode: Hashable, Sendable {
  let number: Int32

  /// The index among the nodes of its tree, from 0.
  package var index: Int { Int(number) }

  package enum Kind: UInt8, Sendable {
    /// The whole text: a block.
    case chunk
    /// Statements.
    case block
    /// `;`
    case emptyStatement
    /// `local a <const>, b = x, y`: declarations, then values.
    case local
    /// `local function f() end`: a declaration and a function.
    case localFunction
    /// `function a.b:c() end`: the target (a name, field or method name) and a function.
    case functionStatement
    /// `a, b.c = x, y`: targets and expressions.
    case assignment
    /// `f()` as a statement: the call.
    case callStatement
    case doStatement
    /// A condition and a block.
    case whileStatement
    /// A block and a condition.
    case repeatStatement
    /// Alternating conditions and blocks, and an optional block for `else`.
    case ifStatement
    /// A declaration, two or three values, a block.
    case numericFor
    /// Declarations, expressions, a block.
    case genericFor
    /// The values.
    case returnStatement
    case breakStatement
    case gotoStatement
    case label
    /// Tokens that do not form a statement.
    case broken

    /// The declaration of a variable; optionally an attribute.
    case declaration
    /// `<const>`
    case attribute
    case targets
    /// Values after a `=` or `in`.
    case expressions
    /// The parameters of a function: declarations, optionally `...`.
    case parameters

    /// `...` among the parameters of a function.
    case variadic

    case nilLiteral, trueLiteral, falseLiteral, number, string, varargs
    /// Parameters and a block.
    case function
    /// The use of a variable.
    case name
    /// `a.b`: the object.
    case field
    /// `function a:b()`: the object.
    case methodName
    /// `a[b]`
    case indexed
    /// The callee, and the arguments.
    case call
    /// `a:b(c)`: the receiver, and the arguments.
    case methodCall
    case binary, unary
    case parenthesized
    /// Items, named items and keyed items.
    case table
    /// `{ x }`
    case item
    /// `{ a = x }`
    case namedItem
    /// `{ [a] = x }`
    case keyedItem
    case missing
  }
}

struct LuaNodeRecord {
  var kind: LuaNode.Kind
  /// The first token, and the one after the last.
  var first: Int32
  var end: Int32
  /// The most significant token: a name, an operator, a literal.
  var token: Int32
  var parent: Int32 = -1
  var child: Int32 = -1
  var next: Int32 = -1
  /// The index of the variable of a declaration or name; negative for a global one.
  var variable: Int32 = -1
}
