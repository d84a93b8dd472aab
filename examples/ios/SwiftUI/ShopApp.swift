import Moonroute
import SwiftUI
import SwiftUIStage

/// An application with a stage that SwiftUI shows.
@main struct ShopApp: App {
  private let application = Shop.application()

  var body: some Scene {
    WindowGroup {
      RouterView(application, initial: "/") { views in
        views.view("Home") { screen in HomeView(screen: screen, application: application) }
        views.view("Product", of: Product.self) { product in ProductView(product: product) }
        views.view("Basket") { screen in Text(screen.caption) }
        views.tabLabel { name in Label(name, systemImage: name == "home" ? "house" : "cart") }
      }
      .opensLinks(in: application)
    }
  }
}

/// The people of the previews.
extension Persona {
  static let visitor = Persona("Visitor")
  static let buyer = Persona("Buyer", at: "/product/2") { application in
    try await application.put("/basket/count", value: 1)
  }
}

/// The content of `#Preview("Buyer") { preview(as: .buyer) }`; the mock of SwiftUI has no macros.
@MainActor func preview(as persona: Persona) -> some View {
  RouterView(Shop.application(), as: persona) { views in
    views.view("Product", of: Product.self) { product in ProductView(product: product) }
  }
}

/// The products, each a link.
struct HomeView: View {
  let screen: Screen
  let application: Application

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
