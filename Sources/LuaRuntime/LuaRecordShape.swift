/// The shape of records, made once by ``LuaState/makeRecordShape(_:)``.
public final class LuaRecordShape {
  let reference: LuaReference
  let door: LuaDoor
  let number: Int32

  init(_ reference: LuaReference) {
    self.reference = reference
    door = reference.door
    number = reference.number
  }
}
