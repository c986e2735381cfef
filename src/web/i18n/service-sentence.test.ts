import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeExcess, MAX_JSON_DEPTH, MAX_JSON_PARTS } from '../../core/json-safety.ts'
import { describeIssue } from '../../words/en/input-sentences.ts'
import { serviceSentences as pt } from '../../words/pt/service-sentences.ts'
import { translateFinding } from './translate-finding.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
const read = (pattern: string): string =>
  globSync(pattern, { cwd: ROOT })
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
    .join('\n')

/** Every sentence in this file reaches people. */
const SENTENCE_FILES = 'src/network/baileys/pairing/passkey.ts'

/** Sentences begin with a capital or with what varies, and end with a full stop within the same quotes. */
const SENTENCE = /(?:'((?:[A-Z])[^'\n]*\.)'|`((?:[A-Z]|\$\{)[^`\n]*\.)`)/g

function listSentences(source: string): string[] {
  return [...source.matchAll(SENTENCE)]
    .map(([, plain, template]) => (plain ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, 'X1'))
    .filter((sentence) => sentence.split(' ').length > 2)
}

describe('sentences of the service in Portuguese', () => {
  it('are there for how a client is linked with a passkey', () => {
    const found = listSentences(read(SENTENCE_FILES))
    expect(found.length).toBeGreaterThan(2)
    expect(found.filter((sentence) => translateFinding(sentence, undefined, pt) === sentence)).toEqual([])
  })

  it('are those the service says today, with the same places', () => {
    const source = read(
      'src/{{core,contract,features,network,platform,worker,api}/**/*,words/en/{input-sentences,refusals/*}}.ts',
    )
    const gone = pt.flatMap(([original]) =>
      original
        .replace(/^(file|passphrase|expiresAt|value): /, '')
        .split(/\{\}|(?<=^The proxy )|(?<=address|redirects)\. |(?<=JSON|taken): |(?<=^Give) /)
        .map((part) => part.trim().replace(/^\.\s*|[.)(]+$/g, ''))
        .filter((part) => part.length > 12 && !source.includes(part)),
    )
    expect(gone).toEqual([])
    const places = (text: string) => text.split('{}').length
    expect(pt.filter(([original, translated]) => places(translated) > places(original))).toEqual([])
  })

  it('are there for what has a bound: JSON in calls and fields, and inputs that are too long', () => {
    const translate = (sentence: string) => translateFinding(sentence, undefined, pt)
    const wide = `[${'1,'.repeat(MAX_JSON_PARTS)}1]`
    const deep = '['.repeat(MAX_JSON_DEPTH + 1)
    for (const json of [wide, deep]) {
      const excess = describeExcess(json)
      expect(translate(`nodes: This JSON text cannot be taken: ${excess}`)).toMatch(
        /^nodes: Este JSON não pode/,
      )
    }
    const sizes = ['string', 'array', 'number'].flatMap((origin) =>
      [true, false].flatMap((inclusive) => [
        { code: 'too_small', message: 'Too small', origin, inclusive, minimum: 3 },
        { code: 'too_big', message: 'Too big', origin, inclusive, maximum: 9 },
      ]),
    )
    const descriptions = sizes
      .map(describeIssue)
      .filter((sentence) => !/(more|less) than \d+ /.test(sentence))
    expect(new Set(descriptions).size).toBe(8)
    expect(descriptions.filter((sentence) => translate(`name: ${sentence}`) === `name: ${sentence}`)).toEqual(
      [],
    )
  })

  it('keep what varies, and leave what is not known as it came', () => {
    const translate = (sentence: string) => translateFinding(sentence, undefined, pt)
    expect(
      translate(
        'a.example is not on the network, so nothing was sent. Check the number with its country code.',
      ),
    ).toBe('a.example não está na rede, então nada foi enviado. Confira o número com o código do país.')
    expect(translate('Something new.')).toBe('Something new.')
  })
})
