--- The people of the café.
return {
  guest = {},
  mei = { session = { staff = true } },
}
