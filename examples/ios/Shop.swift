import Moonroute

/// The content of a screen of the shop, attached to the screen.
struct Product: Sendable {
  let id: Int
  let name: String
  let price: String

  static let all = [
    Product(id: 1, name: "Lamp", price: "40 €"), Product(id: 2, name: "Chair", price: "90 €"),
  ]
}

/// The routes of the shop, for both programs: tabs with a stack each, a product above one of
/// them, and a basket as a sheet.
enum Shop {
  /// Makes the router, on the main actor, where its views are.
  @MainActor static func router() -> LinkRouter {
    do {
      return try LinkRouter {
        LinkRoute.shell("main") {
          LinkRoute("/", name: "home")
            .view("Home")
            .children {
              LinkRoute("product/:id<int>", name: "product")
                .view { state in
                  let id = try state.int("id")
                  guard let product = Product.all.first(where: { $0.id == id }) else { return nil }
                  var screen = Screen("Product", product)
                  screen["title"] = .text(product.name)
                  return screen
                }
            }
          LinkRoute("/basket", name: "basket").view("Basket")
        }
      }
    } catch {
      // The routes are in this file, so an error in them is a bug of the program.
      fatalError("\(error)")
    }
  }
}
