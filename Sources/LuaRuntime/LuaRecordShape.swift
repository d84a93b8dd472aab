/// The shape of records, made once by ``LuaState/makeRecordShape(_:)``.
public final class LuaRecordShape {
  let reference: LuaReference

  init(_ reference: LuaReference) {
    self.reference = reference
  }
}
