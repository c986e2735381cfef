import { describe, expect, test } from 'vitest'
import { createSecretHider } from './secret-parts.ts'

const hide = (text: string, secret: string) => createSecretHider(new Map([['key', secret]]))(text)
const bytes = (text: string) => Buffer.from(text, 'utf8')
const html = (text: string) =>
  [...text].map((char) => (/\w/.test(char) ? char : `&#${char.codePointAt(0)};`)).join('')
const escaped = (text: string) =>
  text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
const percent = (text: string) =>
  [...bytes(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

const WRITINGS: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'as JSON': (text) => JSON.stringify(text),
  'as JSON in JSON text': (text) => JSON.stringify(text).slice(1, -1),
  'as JavaScript escapes': escaped,
  'as an address': encodeURIComponent,
  'as an address, every byte': percent,
  'as a form': (text) => new URLSearchParams({ k: text }).toString().slice(2),
  'as HTML': html,
  'as hexadecimal': (text) => bytes(text).toString('hex'),
  'as hexadecimal in capitals': (text) => bytes(text).toString('hex').toUpperCase(),
  'as base64': (text) => bytes(text).toString('base64'),
  'as base64url': (text) => bytes(text).toString('base64url'),
  'as Basic authorization': (text) => `Basic ${bytes(`ana:${text}`).toString('base64')}`,
  'as Basic authorization of another name': (text) => `Basic ${bytes(`an:${text}`).toString('base64')}`,
  'inside of base64': (text) => bytes(`{"key":"${text}","n":1}`).toString('base64'),
}

describe('a secret that comes back', () => {
  test.each(Object.entries(WRITINGS))('%s is hidden', (_, write) => {
    for (const secret of ['sesame-street/42+x', 'open "sesame" street', "a'b<c>&d=é~!*()", 'sk_live_51HxQ']) {
      const hidden = hide(`before ${write(secret)} behind`, secret)
      expect(hidden).toMatch(/^before .*\*\*\*/)
      expect(hidden).toMatch(/ behind$/)
      expect(hidden.length).toBeLessThan(`before  behind`.length + 45)
    }
  })

  test('leaves every other text as it was', () => {
    const text = 'The order 4711 of ana: "sesame buns", 3 pieces. c2VzYW1l 736573616d65'
    expect(hide(text, 'sesame street')).toBe(text)
  })
})
