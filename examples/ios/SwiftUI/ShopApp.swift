import Moonroute
import SwiftUI
import SwiftUIStage

/// An application with a stage that SwiftUI shows.
@main struct ShopApp: App {
  private let application = Shop.application()

  var body: some Scene {
    WindowGroup {
      RouterView(application, initial: "/") { screens in
        screens.screen("Home") { screen in HomeView(screen: screen, application: application) }
        screens.screen("Product", of: Product.self) { product in ProductView(product: product) }
        screens.screen("Basket") { screen in Text(screen.caption) }
        screens.tabLabel { name in Label(name, systemImage: name == "home" ? "house" : "cart") }
      }
      .handlesLinks(of: application)
    }
  }
}

/// The people of the previews.
extension PreviewPersona {
  static let visitor = PreviewPersona("Visitor")
  static let buyer = PreviewPersona("Buyer", at: "/product/2") { application in
    try await application.put("/basket/count", value: 1)
  }
}

/// The content of `#Preview("Buyer") { preview(as: .buyer) }`; the mock of SwiftUI has no macros.
@MainActor func preview(as persona: PreviewPersona) -> some View {
  RouterView(Shop.application(), as: persona) { screens in
    screens.screen("Product", of: Product.self) { product in ProductView(product: product) }
  }
}

/// The products, each a link.
struct HomeView: View {
  let screen: Screen
  let application: LinkRouter

  var body: some View {
    VStack {
      Text(screen.caption)
      ForEach(Product.all, id: \.id) { product in
        Button(product.name) { Task { await application.open("/product/\(product.id)") } }
      }
    }
  }
}

/// One product.
struct ProductView: View {
  let product: Product

  var body: some View { Text("\(product.name): \(product.price)") }
}
