import type { NetworkConnection } from '../../network/port.ts'

/** The same connection; `onAcked` is told how long each acknowledged message was on its way. */
export function measureSends(
  connection: NetworkConnection,
  onAcked: (tookMs: number) => void,
): NetworkConnection {
  const { socketId, media, chats, groups, profile, persons, channels, presence, statuses } = connection
  return {
    socketId,
    media,
    chats,
    groups,
    profile,
    persons,
    channels,
    presence,
    statuses,
    get route() {
      return connection.route
    },
    get pairing() {
      return connection.pairing
    },
    async send(message) {
      const startedAt = performance.now()
      const outcome = await connection.send(message)
      if (outcome.kind === 'acked') onAcked(performance.now() - startedAt)
      return outcome
    },
    markRead: (keys) => connection.markRead(keys),
    sendPresence: (shown, to) => connection.sendPresence(shown, to),
    checkNumbers: (phoneNumbers) => connection.checkNumbers(phoneNumbers),
    profilePicture: (of, size, timeoutMs) => connection.profilePicture(of, size, timeoutMs),
    createCallLink: (call, startSec, timeoutMs) => connection.createCallLink(call, startSec, timeoutMs),
    groupTimerSec: (group) => connection.groupTimerSec(group),
    memberAddress: (group, person) => connection.memberAddress(group, person),
    memoryBytes: () => connection.memoryBytes(),
    probe: (timeoutMs) => connection.probe(timeoutMs),
    logout: () => connection.logout(),
    close: () => connection.close(),
  }
}
