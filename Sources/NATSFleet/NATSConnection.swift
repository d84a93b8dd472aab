#if NATS
import CNATS
import Fleet

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A connection of libnats. Its calls may block, so it has a queue of its own.
actor NATSConnection {
  private let executor = NATSExecutor()
  let options: NATSOptions
  /// The receivers of the connection; each connection has its own, because libnats reports its
  /// end late.
  private(set) var receivers = NATSReceivers()
  private var connection: OpaquePointer?
  private var stream: OpaquePointer?
  /// The buckets that were found and checked on this server.
  var buckets: [String: NATSBucket] = [:]
  /// The last revisions of replicated keys, including those from earlier connections.
  var revisions: [String: NATSBucket.Revision] = [:]
  /// The number of connections in which ``buckets`` and ``hasStream`` were found.
  private var connectionCount = 0
  private var subscriptions: [Int: [OpaquePointer]] = [:]
  private var lastID = 0
  /// Whether the stream of stored messages was found, or made.
  var hasStream = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ options: NATSOptions) { self.options = options }

  // MARK: Connection

  /// Connects; a server that cannot be reached now is tried again later.
  func start() throws(FleetError) {
    do throws(FleetError) {
      _ = try open()
    } catch  where error.kind == .offline {}
  }

  /// The connection, which may be waiting for a server.
  func open() throws(FleetError) -> OpaquePointer {
    if let connection {
      guard natsConnection_IsClosed(connection) else { return connection }
      // libnats gives up after some errors, such as refused credentials.
      close()
    }
    let settings = try makeSettings()
    defer { natsOptions_Destroy(settings) }
    receivers = NATSReceivers()
    let closure = Unmanaged.passRetained(receivers).toOpaque()
    natsOptions_SetErrorHandler(settings, NATSCallbacks.failed, closure)
    natsOptions_SetReconnectedCB(settings, NATSCallbacks.connected, closure)
    natsOptions_SetClosedCB(settings, NATSCallbacks.closed, closure)
    var made: OpaquePointer?
    // With retries, libnats would give no reason, and would stop after some of them.
    var status = natsConnection_Connect(&made, settings)
    if status == NATS_NO_SERVER || status == NATS_TIMEOUT {
      natsOptions_SetRetryOnFailedConnect(settings, true, NATSCallbacks.connected, closure)
      status = natsConnection_Connect(&made, settings)
    }
    guard status == NATS_OK || status == NATS_NOT_YET_CONNECTED, let made else {
      Unmanaged<NATSReceivers>.fromOpaque(closure).release()
      throw offline(status)
    }
    connection = made
    return made
  }

  /// The connection to a server.
  func connected() throws(FleetError) -> OpaquePointer {
    let connection = try open()
    guard natsConnection_Status(connection) == NATS_CONN_STATUS_CONNECTED else {
      throw offline(NATS_NO_SERVER)
    }
    return connection
  }

  func close() {
    for subscription in subscriptions.values.joined() { natsSubscription_Destroy(subscription) }
    jsCtx_Destroy(stream)
    natsConnection_Destroy(connection)
    (subscriptions, buckets, stream, connection) = ([:], [:], nil, nil)
    hasStream = false
  }

  private func makeSettings() throws(FleetError) -> OpaquePointer {
    var made: OpaquePointer?
    try check(natsOptions_Create(&made))
    guard let settings = made else { throw failure(NATS_NO_MEMORY) }
    do throws(FleetError) {
      try apply(to: settings)
      return settings
    } catch {
      natsOptions_Destroy(settings)
      throw error
    }
  }

  private func apply(to settings: OpaquePointer) throws(FleetError) {
    guard !options.servers.isEmpty else {
      throw FleetError(.refused, "A fleet needs the address of a server: nats://HOST:4222.")
    }
    if let server = options.wrongServer {
      throw FleetError(
        .refused,
        "'\(NATSOptions.place(of: server))' is not the address of a server. Write nats://HOST:4222 or"
          + " tls://HOST:4222."
      )
    }
    let servers = options.servers.map { UnsafePointer(strdup($0)) }
    defer { for server in servers { free(UnsafeMutablePointer(mutating: server)) } }
    var list = servers
    try check(natsOptions_SetServers(settings, &list, Int32(list.count)), "the address of a server")
    if options.isSecure { try check(natsOptions_SetSecure(settings, true)) }
    for file in [options.certificates, options.credentials].compactMap(\.self)
    where access(file, R_OK) != 0 {
      throw FleetError(.refused, "The file '\(file)' cannot be read. Name another one.")
    }
    if let file = options.certificates {
      try check(natsOptions_LoadCATrustedCertificates(settings, file), "the file '\(file)'")
    }
    if let file = options.credentials {
      try check(natsOptions_SetUserCredentialsFromFiles(settings, file, nil), "the file '\(file)'")
    }
    let (least, spread) = options.reconnectWait
    try check(natsOptions_SetName(settings, "moonroute"))
    try check(natsOptions_SetTimeout(settings, 2_000))
    try check(natsOptions_SetMaxReconnect(settings, -1))
    try check(natsOptions_SetReconnectWait(settings, Int64(least / .milliseconds(1))))
    let jitter = Int64(spread / .milliseconds(1))
    try check(natsOptions_SetReconnectJitter(settings, jitter, jitter))
    // A partition is noticed after at most 15 seconds.
    try check(natsOptions_SetPingInterval(settings, 5_000))
    try check(natsOptions_SetMaxPingsOut(settings, 2))
    try check(natsOptions_SetFailRequestsOnDisconnect(settings, true))
    try check(natsOptions_UseGlobalMessageDelivery(settings, true))
  }

  // MARK: Messages

  func subscribe(
    _ subjects: [FleetSubject],
    limit: Int
  ) throws(FleetError) -> AsyncStream<FleetDelivery> {
    _ = try open()
    let id = nextID()
    let queue = DeliveryQueue(limit: limit) { Task { await self.unsubscribe(id) } }
    receivers.add(queue, id)
    do throws(FleetError) {
      for (index, subject) in subjects.enumerated() {
        // The other subscriptions bring the same messages.
        let others = Array(subjects.prefix(index))
        try subscribe(id, to: subject.description) { message, _ in
          guard !others.contains(where: { $0.covers(message.subject) }) else { return }
          queue.deliver(.message(message))
        }
      }
    } catch {
      unsubscribe(id)
      throw error
    }
    // Another connection may have replaced the first one.
    if let connection, natsConnection_Status(connection) == NATS_CONN_STATUS_CONNECTED {
      // The server knows the subscriptions when this returns.
      natsConnection_FlushTimeout(connection, 2_000)
    }
    return queue.deliveries
  }

  func nextID() -> Int {
    lastID += 1
    return lastID
  }

  /// Subscribes until ``unsubscribe(_:)``; of a group, one member receives each message.
  func subscribe(
    _ id: Int,
    to subject: String,
    group: String? = nil,
    _ deliver: @escaping NATSSubscription.Deliver
  ) throws(FleetError) {
    let connection = try open()
    let closure = Unmanaged.passRetained(NATSSubscription(deliver)).toOpaque()
    let callback = NATSCallbacks.message
    var made: OpaquePointer?
    let status =
      if let group {
        natsConnection_QueueSubscribe(&made, connection, subject, group, callback, closure)
      } else {
        natsConnection_Subscribe(&made, connection, subject, callback, closure)
      }
    guard status == NATS_OK, let made else {
      Unmanaged<NATSSubscription>.fromOpaque(closure).release()
      throw failure(status)
    }
    natsSubscription_SetOnCompleteCB(made, NATSCallbacks.complete, closure)
    subscriptions[id, default: []].append(made)
  }

  func unsubscribe(_ id: Int) {
    receivers.remove(id)
    for subscription in subscriptions.removeValue(forKey: id) ?? [] {
      natsSubscription_Destroy(subscription)
    }
  }

  func publish(_ bytes: [UInt8], to subject: String) throws(FleetError) {
    let connection = try connected()
    try check(natsConnection_Publish(connection, subject, bytes, Int32(bytes.count)))
  }

  // MARK: JetStream

  /// The version of the server; `nil` if the server does not report it, as before 2.10.
  func serverVersion() -> String? {
    var answer: OpaquePointer?
    let subject = "$SYS.REQ.USER.INFO"
    guard natsConnection_RequestString(&answer, connection, subject, "", 2_000) == NATS_OK else {
      return nil
    }
    defer { natsMsg_Destroy(answer) }
    let text = natsMsg_GetData(answer).map { String(cString: $0) } ?? ""
    return text.firstMatch(of: /"ver":"([^"]*)"/).map { String($0.1) }
  }

  func context() throws(FleetError) -> OpaquePointer {
    let connection = try connected()
    let count = receivers.connectionCount
    if count != connectionCount {
      // Another server may have lost them, or be older.
      (buckets, hasStream, connectionCount) = ([:], false, count)
    }
    if let stream { return stream }
    try check(natsConnection_JetStream(&stream, connection, nil))
    guard let stream else { throw failure(NATS_NO_MEMORY) }
    return stream
  }

  // MARK: Errors

  func check(
    _ status: natsStatus,
    _ part: String? = nil,
    code: jsErrCode? = nil
  ) throws(FleetError) {
    guard status != NATS_OK else { return }
    throw Self.isOffline(status) || Self.isOffline(code) ? offline(status) : failure(status, part)
  }

  /// Checks a write, which may have happened if the server did not answer.
  func checkWritten(_ status: natsStatus, code: jsErrCode) throws(FleetError) {
    guard Self.isOffline(status) else { return try check(status, code: code) }
    throw unanswered
  }

  /// The error of a write that may have happened.
  var unanswered: FleetError {
    FleetError(
      .unknown,
      "The fleet at \(options.place) has not answered, so the write may have happened."
    )
  }

  static func isOffline(_ status: natsStatus) -> Bool {
    switch status {
    case NATS_CONNECTION_CLOSED, NATS_CONNECTION_DISCONNECTED, NATS_NO_SERVER, NATS_TIMEOUT,
      NATS_NOT_YET_CONNECTED, NATS_IO_ERROR, NATS_STALE_CONNECTION:
      true
    default: false
    }
  }

  /// Whether a server of a cluster cannot answer without the others.
  static func isOffline(_ code: jsErrCode?) -> Bool {
    switch code {
    case JSClusterNotAvailErr, JSClusterNotLeaderErr, JSStreamOfflineErr, JSConsumerOfflineErr:
      true
    default: false
    }
  }

  /// The error of a write to a stream that no server keeps, or leads, now.
  func leaderless(_ stream: String) -> FleetError {
    FleetError(
      .offline,
      "No server of the fleet at \(options.place) can write to \(stream) now. If it stays so, a server"
        + " is down or cut off."
    )
  }

  private func offline(_ status: natsStatus, _ reason: String? = nil) -> FleetError {
    let reason = reason ?? Self.text(status)
    return FleetError(.offline, "The fleet at \(options.place) cannot be reached: \(reason).")
  }

  func failure(_ status: natsStatus, _ part: String? = nil) -> FleetError {
    guard status != NATS_NO_RESPONDERS else {
      return FleetError(
        .refused,
        "The server at \(options.place) has no JetStream. Start it with: nats-server --jetstream."
      )
    }
    guard let part else {
      return FleetError(.refused, "The fleet at \(options.place) refuses: \(Self.text(status)).")
    }
    return FleetError(.refused, "The fleet cannot use \(part): \(Self.text(status)).")
  }

  private static func text(_ status: natsStatus) -> String {
    let whole = nats_GetLastError(nil).map { String(cString: $0) } ?? ""
    // Without the line of libnats, such as "(conn.c:1905): ".
    let detail = whole.replacing(#/^\([^)]*\.c:[0-9]+\): /#, with: "")
    return detail.isEmpty ? String(cString: natsStatus_GetText(status)) : detail
  }
}
#endif
