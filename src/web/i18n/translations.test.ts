import { describe, expect, it } from 'vitest'
import { LANGUAGE_CODES } from '../../words/languages.ts'

const MODULES = import.meta.glob<object>(['./*/**/*.ts', '../../words/*/**/*.ts', '!**/*.test.ts'], {
  eager: true,
})

/** What is called the same everywhere, by languages where it is a word of one. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  all: [
    ...[
      'Parley',
      'WhatsApp',
      'GitHub',
      'Stripe',
      'Standard Webhooks',
      'OpenAI',
      'Anthropic',
      'Google',
      'Node',
    ],
    ...['PostgreSQL', 'JavaScript', 'JSON', 'GIF', 'HTTP', 'HTTPS', 'SOCKS5', 'Base64', 'Hexadecimal', 'API'],
    ...[
      'WEB_VERSION',
      'Proxy',
      'Proxies',
      'Webhook',
      'Webhooks',
      'Tokens',
      'tokens',
      'Pro',
      'id',
      'ids',
      'Parley passkey',
    ],
    ...['KiB', 'ms', 'min', ', ms'],
    // Fonts of statuses.
    ...['Normal', 'Calistoga'],
  ],
  pt: ['Host', 'Hosts', 'Menu', 'Latitude', 'Longitude', 'Status', 'Online'],
  es: [
    ...[
      'plan',
      'Plan',
      'no',
      'No',
      'Video',
      'Audio',
      'Sticker',
      'Variable',
      'Variables',
      'Script',
      'error',
      'chat',
    ],
  ],
}

/** The words that a text, or a function that makes one, has itself. */
function readWords(text: string | ((...given: never[]) => unknown)): string {
  if (typeof text === 'string') return text
  const literals = String(text).match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? []
  return literals
    .map((literal) => literal.slice(1, -1).replaceAll(/\$\{[^}]*\}?/g, ' '))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function collectTexts(value: unknown, place: string, found: Map<string, string>): void {
  if (typeof value === 'string' || typeof value === 'function')
    found.set(place, readWords(value as Parameters<typeof readWords>[0]))
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) collectTexts(inner, `${place} ${key}`, found)
}

/** All texts of a language, by the file and the keys they stand under. */
function textsIn(language: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [file, exported] of Object.entries(MODULES)) {
    const [, path] = file.split(`/${language}/`)
    if (path !== undefined) collectTexts(exported, `${file.startsWith('.') ? '' : 'words/'}${path}`, found)
  }
  return found
}

describe.each(LANGUAGE_CODES.filter((language) => language !== 'en'))('what is read in %s', (language) => {
  it('is no English, but for names', () => {
    const english = textsIn('en')
    const texts = [...textsIn(language)]
    expect(texts.length).toBeGreaterThan(4_000)
    const names = new Set([...(NAMES.all ?? []), ...(NAMES[language] ?? [])])
    const same = texts.filter(
      ([place, text]) => text === english.get(place) && /\p{L}{2}/u.test(text) && !names.has(text),
    )
    expect(same.map(([place, text]) => `${place}: ${text}`)).toEqual([])
  })
})
