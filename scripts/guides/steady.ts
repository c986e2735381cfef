/** Numbers the values of a kind in the order they first appear, so that a second run names them alike. */
function createNames(name: (count: number) => string): (value: string) => string {
  const known = new Map<string, string>()
  return (value) => {
    const given = known.get(value) ?? name(known.size + 1)
    known.set(value, given)
    return given
  }
}

const count = (length: number) => (n: number) => String(n).padStart(length, '0')

/** Names that the story gave already stay. */
const isName = (value: string): boolean => /^[A-Z_]+$/.test(value)

/** Values that differ from run to run, and what stands for them. The order matters: the longer forms come first. */
function createRules(): readonly [RegExp, (...found: string[]) => string][] {
  const uuid = createNames((n) => `00000000-0000-4000-8000-${count(12)(n)}`)
  const messageId = createNames((n) => `3EB0${count(18)(n)}`)
  const lid = createNames((n) => `1000000000${count(5)(n)}@lid`)
  const cursor = createNames((n) => `CURSOR_${n}`)
  return [
    [
      /"(cursor|nextCursor)": ?"([^"]+)"/g,
      (all, field, value = '') => (isName(value) ? all : `"${field}": "${cursor(value)}"`),
    ],
    [/parley_[\w-]{43}/g, () => 'parley_YOUR_KEY'],
    [/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, (value) => uuid(value)],
    [/\b[\dA-F]{18,32}\b/g, (value) => messageId(value)],
    [/\b\d{13,16}@lid/g, (value) => lid(value)],
    [/"(messageSecret|deviceListMetadata\w*)": ?"[^"]*"/g, (_all, field) => `"${field}": "…"`],
    [/("joinLink": ?"https:\/\/[^"]+\/)[\w-]+"/g, (_all, page) => `${page}CALL_TOKEN"`],
    [/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, () => '2026-01-01T12:00:00.000Z'],
    [/\b1[789]\d{11}\b/g, () => '1767268800000'],
    [/\b1[789]\d{8}\b/g, () => '1767268800'],
    // A receipt may be there before the answer is.
    [
      /("messageTimestamp": \d+,\s+"status": )"DELIVERY_ACK"(?!,\s+"reached": "delivered")/g,
      (_all, before) => `${before}"SERVER_ACK"`,
    ],
    [/"uptimeSec": ?\d+/g, () => '"uptimeSec": 12'],
    [/\b(reset|t)=\d+/g, (_all, name) => `${name}=1800`],
    [/^Retry-After: \d+/gim, () => 'Retry-After: 1800'],
    [/\bv\d+\.\d+\.\d+/g, () => 'v26.9.0'],
    [/PostgreSQL \d+\.\d+/g, () => 'PostgreSQL 18.4'],
    [/\d+ MB free/g, () => '52000 MB free'],
    [/\bprocess \d+/g, () => 'process 4242'],
    [/\d+ ms apart/g, () => '0 ms apart'],
    [/\bparley_\w*…\S{4}/g, () => 'parley_…wxyz'],
    [/127\.0\.0\.1:\d{4,}/g, () => '127.0.0.1:3000'],
  ]
}

/** Replaces what differs from run to run; one instance for one document, as it remembers what it has named. */
export function createSteady(): (text: string) => string {
  const rules = createRules()
  return (text) => rules.reduce((steady, [pattern, replace]) => steady.replace(pattern, replace), text)
}
