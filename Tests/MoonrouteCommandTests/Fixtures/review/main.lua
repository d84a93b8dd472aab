router.route { path = "/to", redirect = "/nowhere/at/all" }
router.route { path = "/l1/:x", redirect = "/l2/:x" }
router.route { path = "/l2/:y", redirect = "/l1/:y" }
router.route { path="/p/:s", redirect="/q/:s" }
router.route { path="/q/:n<int>", view="Q" }
router.route { path = "/same", redirect = "/same", view = "S" }
router.proxy("/shortcut", "/same")
router.route { path = "/via", redirect = "/shortcut" }
