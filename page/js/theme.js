// Sets the theme before the first paint, so that the page never flashes.
try {
  document.documentElement.dataset.theme = localStorage.getItem("moonroute-theme") || "system";
} catch {
  document.documentElement.dataset.theme = "system";
}
