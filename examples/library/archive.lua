--- The archive, mounted by the first link that leads into it.
return {
  { name = "index", path = "", view = "Archive" },
  { name = "box", path = "box/:number<int>", view = "Box" },
}
