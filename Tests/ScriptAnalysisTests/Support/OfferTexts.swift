/// Texts of `offers.json`.
enum OfferTexts {
<<<<<<< HEAD
  /// A list with one item of each kind.
=======
  /// A list with every kind of offer.
>>>>>>> e94abd91 (tests: plainer comments after a second reading of all suites)
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
