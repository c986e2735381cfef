import type { Random } from '../simulation/random.ts'

const deep = (levels: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Texts that something on the way from the socket to the database or the network is known to stumble over. */
export const WILD_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\ufffe\uffff',
  '\u202eabc\u2066',
  '👩‍👩‍👧‍👦'.repeat(50),
  'x'.repeat(100_000),
  'ä'.repeat(5_000),
  "' or 1=1 --",
  '$1',
  '%s%n%00',
  '{{ 1 | times: 1e308 }}',
  '{% for a in (1..1000000000) %}x{% endfor %}',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  '-1',
  'NaN',
  'true',
  'null',
  '[]',
  '{"a":',
  '(a+)+$',
  'data:image/png;base64,AAAA',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  'http://[::ffff:127.0.0.1]:1/',
  'http://127.0.0.1:99999/',
  '0@s.whatsapp.net',
  '@g.us',
  'status@broadcast',
  '+00000000000000000000',
  '1'.repeat(30),
]

const WILD_NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  1,
  0.5,
  -1.5,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  1e21,
]

/** Anything JSON can say, chosen for the trouble it makes rather than for its shape. */
export function pickWildValue(random: Random): unknown {
  const kind = random.int(0, 9)
  if (kind < 4) return random.pick(WILD_TEXTS)
  if (kind < 6) return random.pick(WILD_NUMBERS)
  if (kind === 6) return random.pick([null, true, false])
  if (kind === 7)
    return random.pick<unknown>([[], {}, [[]], [null], { '': '' }, { toString: 1, valueOf: null }])
  if (kind === 8) return deep(random.int(2, 300))
  return Array.from({ length: random.int(2, 2_000) }, (_, at) =>
    random.chance(0.9) ? at : random.pick(WILD_TEXTS),
  )
}
