import { describe, expect, test } from 'vitest'
import { type FlowDefinition, parseDefinition } from '../definition.ts'
import { NODE_TYPES } from '../nodes/registry.ts'
import { createSnapshot } from '../snapshot.ts'
import { validateFlow } from '../validate/validate.ts'
import { renameVariable } from '../variables/variables.ts'
import { chooseLanguage, guessLanguage } from './choose-language.ts'
import { CONTACT_TEXTS, listContactTexts, sourceOf } from './contact-texts.ts'
import { languagesSchema } from './languages-schema.ts'
import { findPlaceholderProblem } from './placeholders.ts'
import { readTranslationTable, toTranslationTable } from './table.ts'
import { putTranslation, translateNode } from './translate.ts'

const languages = { main: 'pt-BR', others: ['en', 'es'] }

function define(nodes: [string, string, Record<string, unknown>][], rest: object = {}): FlowDefinition {
  const parsed = parseDefinition({
    nodes: nodes.map(([id, type, data]) => ({ id, type, data })),
    settings: { languages },
    ...rest,
  })
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.definition
}

const MENU = {
  prompt: 'Olá {{ name }}',
  options: [
    { id: 'yes', label: 'Sim', aliases: ['claro'] },
    { id: 'no', label: 'Não' },
  ],
}

describe('the texts of a flow', () => {
  test('every node type says which of its texts contacts read', () => {
    expect(Object.keys(CONTACT_TEXTS).sort()).toEqual(NODE_TYPES.map(({ type }) => type).sort())
  })

  test('a text is named by its node and its place, things with an id by that', () => {
    const definition = define(
      [
        ['t', 'trigger.keyword', { values: ['oi', 'olá'] }],
        ['m', 'menu', MENU],
        ['p', 'send.poll', { question: 'Quando?', options: ['Manhã', 'Tarde'] }],
      ],
      { fallbackText: 'Não entendi' },
    )
    expect(listContactTexts(definition).map(({ key, text }) => [key, text])).toEqual([
      ['$flow.fallbackText', 'Não entendi'],
      ['t.values', 'oi\nolá'],
      ['m.prompt', 'Olá {{ name }}'],
      ['m.options.yes.label', 'Sim'],
      ['m.options.no.label', 'Não'],
      ['m.options.yes.aliases', 'claro'],
      ['m.options.no.aliases', ''],
      ['p.question', 'Quando?'],
      ['p.options.0', 'Manhã'],
      ['p.options.1', 'Tarde'],
    ])
  })

  test('a text of placeholders and signs has nothing to translate', () => {
    expect(listContactTexts(define([['s', 'send.text', { text: '{{ vars.text }} 👍 42' }]]))).toEqual([])
  })

  test('texts that a type gives by itself can be translated', () => {
    const node = {
      id: 'l',
      type: 'menu.list',
      position: { x: 0, y: 0 },
      data: { prompt: 'Qual?', list: '{{ x }}' },
    }
    const said = translateNode(node, { 'l.moreText': { text: 'More', of: 0 } })
    expect(said.data).toEqual({ ...node.data, moreText: 'More' })
  })
})

describe('which language a contact reads', () => {
  const set = languagesSchema.parse({ ...languages, guess: true })
  test.each([
    ['en', 'en'],
    ['EN_us', 'en'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['fr', 'pt-BR'],
    ['no language at all', 'pt-BR'],
    [7, 'pt-BR'],
  ])('a field that holds %s gives %s', (language, chosen) => {
    expect(chooseLanguage(set, { fields: { language } })).toBe(chosen)
  })

  test.each([
    ['5511912345678', 'pt-BR'],
    ['+351912345678', 'pt-BR'],
    ['34612345678', 'es'],
    ['14155552671', 'en'],
    ['33612345678', null],
    ['12', null],
    [null, null],
  ])('the number %s lets %s be guessed', (phone, guessed) => {
    expect(guessLanguage(set, { phone, fields: {} })).toBe(guessed)
  })

  test('nothing is guessed for who has a language, and unless the flow says so', () => {
    expect(guessLanguage(set, { phone: '34612345678', fields: { language: 'fr' } })).toBeNull()
    expect(guessLanguage({ ...set, guess: false }, { phone: '34612345678', fields: {} })).toBeNull()
  })
})

describe('a menu in another language', () => {
  test('takes what its options are called in the main one, unless another option is called so', () => {
    const node = {
      id: 'm',
      type: 'menu',
      position: { x: 0, y: 0 },
      data: {
        prompt: 'E agora?',
        options: [
          { id: 'a', label: 'No', aliases: ['na'] },
          { id: 'b', label: 'Sim' },
        ],
      },
    }
    const said = translateNode(node, {
      'm.options.a.label': { text: 'At', of: 0 },
      'm.options.b.label': { text: 'No', of: 0 },
    })
    expect(said.data.options).toEqual([
      { id: 'a', label: 'At', aliases: ['na'] },
      { id: 'b', label: 'No', aliases: ['Sim'] },
    ])
  })
})

describe('what no longer fits', () => {
  const flow = () =>
    define(
      [
        ['t', 'trigger.keyword', { values: ['oi'] }],
        ['m', 'menu', MENU],
      ],
      { edges: [{ id: 'e', source: 't', target: 'm' }], variables: [{ name: 'name' }] },
    )
  const warningsOf = (definition: FlowDefinition) =>
    validateFlow(definition)
      .warnings.filter(({ code }) => code.startsWith('TRANSLATION'))
      .map(({ code, nodeId, params }) => [code, nodeId, params])

  test('missing texts are named once a node, with their languages', () => {
    expect(warningsOf(flow())).toEqual([
      ['TRANSLATION_MISSING', 't', { languages: 'en, es' }],
      ['TRANSLATION_MISSING', 'm', { languages: 'en, es' }],
    ])
  })

  test('a text that changed makes its translation stale, and said again it is fresh', () => {
    const said = putTranslation(flow(), 'en', 'm.prompt', 'Hello {{ name }}')
    const changed = {
      ...said,
      nodes: said.nodes.map((node) =>
        node.id === 'm' ? { ...node, data: { ...MENU, prompt: 'Oi {{ name }}' } } : node,
      ),
    }
    expect(warningsOf(said)).not.toContainEqual(['TRANSLATION_STALE', 'm', { languages: 'en' }])
    expect(warningsOf(changed)).toContainEqual(['TRANSLATION_STALE', 'm', { languages: 'en' }])
    const again = putTranslation(changed, 'en', 'm.prompt', 'Hi {{ name }}')
    expect(warningsOf(again)).not.toContainEqual(['TRANSLATION_STALE', 'm', { languages: 'en' }])
  })

  test('other values in the braces are found, and the same under another spelling are not', () => {
    expect(findPlaceholderProblem('Olá {{ name }}', 'Hello {{ vars.name | upcase }}')).toBeNull()
    expect(findPlaceholderProblem('Olá {{ name }}', 'Hello')).toEqual({ lost: ['name'], added: [] })
    const said = putTranslation(flow(), 'en', 'm.prompt', 'Hello {{ nome }}')
    expect(warningsOf(said)).toContainEqual(['TRANSLATION_UNFIT', 'm', { languages: 'en' }])
  })

  test.each([
    ['m.prompt', 'Hello {{ name'],
    ['m.options.no.label', 'x'.repeat(201)],
    ['m.options.no.label', 'Sim'],
  ])('a translation that cannot be used keeps the flow from being published: %s', (key, text) => {
    const { errors } = validateFlow(putTranslation(flow(), 'en', key, text))
    expect(errors.map(({ reason, nodeId }) => [reason, nodeId])).toEqual([['TRANSLATION_BROKEN', 'm']])
  })

  test('a renamed variable is renamed in translations, which stay fresh', () => {
    const said = putTranslation(flow(), 'en', 'm.prompt', 'Hello {{ name }}')
    const renamed = renameVariable(said, 'name', 'who')
    expect(renamed.settings.languages?.texts.en).toEqual({
      'm.prompt': { text: 'Hello {{ who }}', of: sourceOf({ text: 'Olá {{ who }}' }) },
    })
    expect(warningsOf(renamed).map(([code]) => code)).not.toContain('TRANSLATION_STALE')
  })

  test('a node that its type refuses in a language stays in the main one', () => {
    const said = putTranslation(flow(), 'en', 'm.options.no.label', 'x'.repeat(201))
    const snapshot = createSnapshot({ flowId: 'f', versionId: 'v' }, said)
    const handles = (language: string) =>
      snapshot
        .inLanguage(language)
        .nodes.get('m')
        ?.handles.map(({ label }) => label)
    expect(handles('en')).toEqual(handles('pt-BR'))
  })
})

describe('the table for translators', () => {
  test('comes back as it went, and what changed is taken over', () => {
    const said = putTranslation(define([['m', 'menu', MENU]]), 'en', 'm.prompt', 'Hello {{ name }}')
    const { columns, rows } = toTranslationTable(said)
    expect(columns).toEqual(['Key', 'Place', 'Kind', 'pt-BR', 'en', 'es'])
    expect(readTranslationTable(said, rows)).toMatchObject({ definition: said, changed: 0, unknownKeys: [] })
    const changed = rows.map((row) =>
      row.Key === 'm.options.yes.aliases' ? { ...row, en: 'sure\r\n of course ' } : row,
    )
    const taken = readTranslationTable(said, changed)
    expect(taken?.definition.settings.languages?.texts.en).toMatchObject({
      'm.prompt': { text: 'Hello {{ name }}' },
      'm.options.yes.aliases': { text: 'sure\nof course', of: sourceOf({ text: 'claro' }) },
    })
  })

  test('keys and columns nobody knows are named, and a text that changed meanwhile makes its translation stale', () => {
    const definition = define([['m', 'menu', MENU]])
    const taken = readTranslationTable(definition, [
      { Key: 'gone.text', 'pt-BR': 'x', en: 'y', fr: 'z' },
      { Key: 'm.prompt', 'pt-BR': 'Bom dia {{ name }}', en: 'Good day {{ name }}', fr: '' },
    ])
    expect(taken).toMatchObject({
      ...{ changed: 1, unknownKeys: ['gone.text'], unknownColumns: ['fr'], staleKeys: ['m.prompt'] },
      definition: {
        settings: {
          languages: { texts: { en: { 'm.prompt': { of: sourceOf({ text: 'Bom dia {{ name }}' }) } } } },
        },
      },
    })
  })

  test('a table without keys is none', () => {
    expect(readTranslationTable(define([]), [{ en: 'x' }])).toBeNull()
  })
})
