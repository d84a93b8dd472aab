// A target whose code runs on the main actor by default, as Xcode 26 creates it.

let shop = Shop()
for line in try await shop.use() { print(line) }
