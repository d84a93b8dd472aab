/// Texts of `offers.json`.
enum OfferTexts {
  /// A list with one item of each kind.
  static let whole = """
    { "functions": [
        { "name": "stock", "takes": [{ "name": "id", "type": "integer" },
          { "name": "size", "type": "string?" }], "answers": "integer", "summary": "Pieces left." },
        { "name": "login", "waits": true }
      ],
      "values": [{ "name": "version", "type": "string" }],
      "views": ["Home", "Product"],
      "transitions": ["flip"],
      "types": [{ "name": "Cart", "fields": [{ "name": "count", "type": "integer" }],
        "methods": [{ "name": "add", "takes": [], "answers": "nil" }] }] }
    """
}
