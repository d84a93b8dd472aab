/// A part of a script's tree, by number; the tree knows what it is.
package struct LuaNode: Hashable, Sendable {
  let number: Int32

  /// The place among the nodes of its tree, from 0.
  package var index: Int { Int(number) }

  /// The kinds of parts.
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
    /// `function a.b:c() end`: what is set (a name, field or method name) and a function.
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
    /// Conditions and blocks by turns; a block more when there is an `else`.
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
    /// Tokens that are no statement.
    case broken

    /// A variable where it is declared; perhaps an attribute.
    case declaration
    /// `<const>`
    case attribute
    /// The targets of an assignment.
    case targets
    /// Values behind a `=` or `in`.
    case expressions
    /// The parameters of a function: declarations, perhaps `...`.
    case parameters

    /// `...` among the parameters of a function.
    case variadic

    case nilLiteral, trueLiteral, falseLiteral, number, string, varargs
    /// Parameters and a block.
    case function
    /// A variable where it is used.
    case name
    /// `a.b`: what it is a field of.
    case field
    /// `function a:b()`: what it is a method of.
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
    /// An expression that should be here and is not.
    case missing
  }
}

/// How the tree holds a node.
struct LuaNodeRecord {
  var kind: LuaNode.Kind
  /// The first token, and the one behind the last.
  var first: Int32
  var end: Int32
  /// The token that tells the most: a name, an operator, a literal.
  var token: Int32
  var parent: Int32 = -1
  var child: Int32 = -1
  var next: Int32 = -1
  /// The number of the variable of a declaration or name; below 0 for a global one.
  var variable: Int32 = -1
}
