import type { HealthCode } from '../../core/client/account-health.ts'

type Words = readonly [sentence: string, action: string]

/** How an account stands with its network. */
export const health = {
  title: 'Account health',
  levels: { good: 'Good', careful: 'Be careful', at_risk: 'At risk' },
  allWell: 'Nothing was found that the network would mind.',
  connected: (share: string, losses: number) =>
    `Connected for ${share} of the last 24 hours${losses === 0 ? '' : losses === 1 ? ', with 1 cut' : `, with ${losses} cuts`}`,
  sent: (sent: number, lastHour: number) => `${sent} sent in 24 hours, ${lastHour} of them in the last one`,
  pace: (mostPerHour: number) => `At most ${mostPerHour} an hour by the number’s own speed`,
  refused: (count: number, codes: string) => `${count} refused by the network (${codes})`,
  noneRefused: 'None refused by the network',
  newPeople: (count: number) =>
    count === 1 ? '1 new person written to first' : `${count} new people written to first`,
  unreached: (unreached: number, sent: number) =>
    `Of yesterday’s ${sent} messages to people, ${unreached} reached no phone`,
  answered: (answered: number, newPeople: number) =>
    `Of yesterday’s ${newPeople} new people, ${answered} have answered`,
  findings: {
    RESTRICTED: [
      'The network restricts this account now.',
      'Write to nobody who did not write first until it ends. A ban often follows people who go on.',
    ],
    NEW_CHATS_SPENT: [
      'The account has begun nearly as many new chats as the network allows.',
      'Begin no new chats by hand either until the next period. Let people write first: a link or a QR code does that.',
    ],
    REFUSALS: [
      'The network refused many of the messages of the last 24 hours.',
      'Send less, and only to people who expect it, until no more are refused.',
    ],
    NEW_CHATS_WARNED: [
      'The network has warned this account that it begins many new chats.',
      'Write to fewer people who never wrote to you.',
    ],
    RESTRICTED_LATELY: [
      'The network restricted this account within the last seven days.',
      'Begin again slowly: answers first, then few new people a day.',
    ],
    SOME_REFUSALS: [
      'The network refused some messages of the last 24 hours.',
      'If they become more, send less.',
    ],
    UNREACHED: [
      'Many messages of yesterday reached no phone. People who block an account look just like that.',
      'Write only to numbers that are in use and to people who expect it, and let them say stop.',
    ],
    UNANSWERED: [
      'Hardly anybody of those written to first yesterday has answered. The network takes that for spam.',
      'Write first only to people who asked for it, and ask something that is easily answered.',
    ],
    FAST: [
      'The number may send faster than people write.',
      'Lower its speed in the settings. WhatsApp names no safe one; one message a second is what numbers begin with.',
    ],
    UNSTEADY: [
      'The connection was often away in the last 24 hours.',
      'Look at the history of the number, at its proxy and at the connection of the machine.',
    ],
    NOT_CONNECTED: ['The number should be connected and is not.', 'Its state above says why and what to do.'],
  } satisfies Record<HealthCode, Words> as Record<HealthCode, Words>,
}
