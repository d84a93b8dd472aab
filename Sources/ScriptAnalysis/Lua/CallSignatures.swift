/// The arguments that a function requires, as far as a script's text can show a mistake.
struct CallSignature {
  /// A kind of argument, with the words of the error for a missing one.
  enum Kind {
    case text, number, table, function, location, tab, decision, value
    /// A text or a number, which Lua converts; a number or a text that Lua converts to one.
    case textOrNumber, numberOrText

    var words: String {
      switch self {
      case .text, .textOrNumber: "string expected"
      case .number, .numberOrText: "number expected"
      case .table: "table expected"
      case .function: "function expected"
      case .location: "location expected"
      case .tab: "the name or the number of a tab expected"
      case .decision: "function or location expected"
      case .value: "value expected"
      }
    }

    /// Whether the argument accepts a literal of this Lua type.
    func takes(_ type: String) -> Bool {
      switch self {
      case .text: type == "string"
      case .number: type == "number"
      case .table: type == "table"
      case .function: type == "function"
      case .location: type == "string"
      case .tab, .textOrNumber, .numberOrText: type == "string" || type == "number"
      case .decision: type == "function" || type == "string"
      case .value: true
      }
    }
  }

  /// The required arguments in order.
  let needed: [Kind]
  /// The maximum number of arguments, or `nil` for no limit.
  var limit: Int?

  /// The signatures by the functions' full names.
  static let all: [String: CallSignature] = {
    var all: [String: CallSignature] = [:]
    func add(_ names: String, _ needed: [Kind], upTo limit: Int? = nil) {
      for name in names.split(separator: " ") {
        all[String(name)] = CallSignature(needed: needed, limit: limit)
      }
    }
    add(
      "router.ask router.build router.can_open router.fetch router.go router.match router.open"
        + " router.present router.push router.replace",
      [.location]
    )
    add("router.configure router.group router.rewrite router.route router.shell", [.table])
    add("router.guard router.proxy", [.text, .decision])
    add("router.on_error router.unmatched reload.on_unload", [.function])
    add("router.lazy router.mount router.pop_to router.scheme router.to json.decode", [.text])
    add("router.reset router.select", [.tab])
    add("router.type", [.text, .table])
    add("invariant", [.text, .function])
    add("events.declare resources.put screen", [.table])
    add("events.emit events.forget events.last events.next", [.text])
    add("resources.change", [.text, .function], upTo: 2)
    add("resources.delete resources.get resources.has resources.update", [.text])
    add("string.byte string.format", [.textOrNumber])
    add("string.len string.lower string.reverse string.upper", [.textOrNumber], upTo: 1)
    add("string.find string.gmatch string.match", [.textOrNumber, .textOrNumber])
    add("string.gsub", [.textOrNumber, .textOrNumber], upTo: 4)
    add("string.rep string.sub", [.textOrNumber, .numberOrText], upTo: 3)
    add("table.concat table.remove table.sort", [.table])
    add(
      "math.abs math.ceil math.cos math.exp math.floor math.sin math.sqrt",
      [.numberOrText],
      upTo: 1
    )
    add("pairs ipairs tostring type", [.value], upTo: 1)
    add("tonumber", [.value], upTo: 2)
    return all
  }()
}
