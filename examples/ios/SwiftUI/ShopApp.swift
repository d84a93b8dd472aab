import Moonroute
import SwiftUI
import SwiftUIStage

/// A program with a stage that SwiftUI shows.
@main struct ShopApp: App {
  private let router = Shop.router()

  var body: some Scene {
    WindowGroup {
      RouterView(router, initial: "/") { screens in Shop.add(to: &screens) }
        .handlesLinks(of: router)
    }
  }
}

extension Shop {
  /// Adds the views of the program and of its previews.
  @MainActor static func add(to screens: inout Screens) {
    screens.screen("Home") { screen in HomeView(screen: screen) }
    screens.screen("Product", of: Product.self) { product in ProductView(product: product) }
    screens.screen("Basket") { screen in Text(screen.caption) }
    screens.tabLabel { name in Label(name, systemImage: name == "home" ? "house" : "cart") }
  }
}

/// The people of the previews.
extension PreviewPersona {
  static let visitor = PreviewPersona("Visitor")
  static let buyer = PreviewPersona("Buyer", at: "/product/2") { router in
    try await router.put("/basket/count", value: 1)
  }
}

/// The content of `#Preview("Buyer") { preview(as: .buyer) }`; the mock of SwiftUI has no macros.
@MainActor func preview(as persona: PreviewPersona) -> some View {
  RouterView(Shop.router(), as: persona) { screens in Shop.add(to: &screens) }
}

/// The products, each a link.
struct HomeView: View {
  let screen: Screen

  var body: some View {
    VStack {
      Text(screen.caption)
      ForEach(Product.all, id: \.id) { product in
        RouterLink(product.name, to: "product", ["id": .int(product.id)])
      }
    }
  }
}

/// One product.
struct ProductView: View {
  let product: Product

  var body: some View { Text("\(product.name): \(product.price)") }
}
