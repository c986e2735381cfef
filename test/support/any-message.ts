import fc from 'fast-check'
import { anyCharacter } from './characters.ts'

const CARD = 'BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nTEL;waid=447700900300:+44 7700 900300\nEND:VCARD'
const KEY = { remoteJid: '447700900201@s.whatsapp.net', id: 'A1', fromMe: false }
const PNG = { base64: 'iVBORw0KGgo=', mimetype: 'image/png' }

/** A valid message of each type, as a caller writes it in JSON. */
export const VALID_MESSAGES: readonly Record<string, unknown>[] = [
  { text: 'hello', mentions: ['447700900201'], mentionAll: true, linkPreview: false, ephemeral: 60 },
  { image: PNG, caption: 'look', viewOnce: true, width: 3, height: 4 },
  { video: { url: 'https://example.org/a.mp4' }, gifPlayback: true, seconds: 3 },
  { audio: 'https://example.org/a.ogg', ptt: true },
  { document: PNG, fileName: 'a.png', mimetype: 'image/png' },
  { sticker: PNG },
  { location: { degreesLatitude: 51.5, longitude: -0.125, name: 'Office', address: '1 Road' } },
  { contacts: { displayName: 'Two', contacts: [{ vcard: CARD }, { displayName: 'B', vcard: CARD }] } },
  { poll: { name: 'Lunch?', values: ['pizza', 'soup'], selectableCount: 1 } },
  { event: { name: 'Launch', startDate: '2030-01-01T10:00:00Z', endDate: 1_900_000_000 } },
  {
    groupInvite: {
      inviteCode: 'abc',
      inviteExpiration: 1_900_000_000,
      text: 'join',
      jid: '120363000000000001@g.us',
      subject: 'Us',
    },
  },
  { pin: { ...KEY, type: 1, time: 86_400 } },
  { listReply: { title: 'Red', singleSelectReply: { selectedRowId: 'r1' } } },
  { buttonReply: { displayText: 'Yes', id: 'y', index: 0, type: 'plain' } },
]

/** Text that has broken programs before. */
const awkward = fc.constantFrom(
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udc00x',
    '\u202e',
    '👩‍👩‍👧',
    '__proto__',
    'a'.repeat(70_000),
  ],
  ...['Infinity', '1e999', '../x', 'javascript:alert(1)', 'data:,x', '447700900201', '-1', 'null'],
)

/** Any JSON, with names that mean something here among its keys. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.dictionary(
    fc.constantFrom(...VALID_MESSAGES.flatMap((message) => Object.keys(message)), 'toString', 'quoted'),
    fc.jsonValue({ maxDepth: 3 }),
    { maxKeys: 3 },
  ),
  awkward,
)

const leaf = fc.oneof(
  awkward,
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, true, false, [], {}),
)

/** One change somewhere in a JSON value: something else in a place, a place gone, or one more. */
function mutate(value: unknown, steps: readonly number[], put: unknown, how: number): unknown {
  const [step, ...further] = steps
  if (typeof value !== 'object' || value === null || step === undefined) return put
  const entries = Object.entries(value)
  const at = step % Math.max(entries.length, 1)
  const found = entries[at]
  if (!found || how === 2) entries.push([typeof put === 'string' && put.length < 20 ? put : 'extra', put])
  else if (how === 1 && further.length === 0) entries.splice(at, 1)
  else entries[at] = [found[0], mutate(found[1], further, put, how)]
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}

/** Valid messages, changed in up to three places. */
export const nearlyValid: fc.Arbitrary<unknown> = fc
  .tuple(
    fc.constantFrom(...VALID_MESSAGES),
    fc.array(
      fc.tuple(fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 4 }), leaf, fc.nat({ max: 2 })),
      { maxLength: 3 },
    ),
  )
  .map(([message, changes]) =>
    changes.reduce<unknown>((value, [steps, put, how]) => mutate(value, steps, put, how), message),
  )
