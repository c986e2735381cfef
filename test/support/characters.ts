import fc from 'fast-check'

// Fast-check's own `binary` and `grapheme` list all characters there are in each process, which takes it 1.5 s.

const between = (min: number, max: number): fc.Arbitrary<string> =>
  fc.integer({ min, max }).map((code) => String.fromCodePoint(code))

/** Any character of Unicode, printable or not. */
export const anyCharacter = fc.oneof(between(0, 0xd7ff), between(0xe000, 0x10ffff))

/** What people write: letters of several alphabets, signs, emoji, and what is put together of several characters. */
export const writtenCharacter = fc.oneof(
  between(0x20, 0x7e),
  between(0xa1, 0x24f),
  between(0x3041, 0x3096),
  between(0x1f300, 0x1f5ff),
  fc.constantFrom('e\u0301', '👩‍👩‍👧', '🇧🇷', '👍🏽', 'क्षि'),
)
