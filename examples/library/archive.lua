--- The archive, loaded by the first link into it.
return {
  { name = "index", path = "", view = "Archive" },
  { name = "box", path = "box/:number<int>", view = "Box" },
}
