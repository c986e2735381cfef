import { findBadUrl } from '../../nodes/fields/media-field.ts'
import { type Converter, convertTo, convertToNodes, type NewNode, newNode } from '../converted.ts'
import { listOf, numberOf, objectOf, textOf } from '../document.ts'
import { note, type TypebotNote } from '../notes.ts'
import type { VariableNames } from '../variables.ts'
import { AI_BLOCKS } from './ai.ts'
import { mail } from './mail.ts'
import { sheet } from './sheet.ts'

const MAX_MAPS = 20

const request: Converter = (block, { variables }) => {
  const { webhook, timeout } = block.options
  const { url, method, headers, queryParams, body } = objectOf(webhook)
  const address = variables.text(url)
  if (address === '') return convertToNodes([])
  const toPairs = (list: unknown) =>
    listOf(list).flatMap(({ key, value }) =>
      textOf(key) === '' ? [] : [{ name: textOf(key), value: variables.text(value) }],
    )
  const notes: TypebotNote[] = []
  if (findBadUrl(address, null) !== null) notes.push(note('ADDRESS_INCOMPLETE'))
  const answer = toAnswer(block.options.responseVariableMapping, variables)
  if (answer.isRead) notes.push(note('ERROR_NOT_STORED'))
  const seconds = numberOf(timeout)
  const verb = textOf(method) || 'POST'
  const data = {
    method: verb,
    url: address,
    headers: toPairs(headers),
    query: toPairs(queryParams),
    ...(verb === 'GET' || verb === 'HEAD' ? {} : toBody(textOf(body), variables, notes)),
    timeoutMs: seconds === undefined ? undefined : Math.min(60_000, seconds * 1_000),
    ...answer.data,
  }
  const nodes = [newNode('http', data, { error: 'onward' }), ...answer.nodes]
  return convertToNodes(nodes, notes)
}

interface Answer {
  isRead: boolean
  data: Record<string, unknown>
  nodes: NewNode[]
}

/**
 * What is kept of an answer. Over there each is a script that reads `data` and `statusCode`: plain paths become maps,
 * and with anything else all of them are read by a script.
 */
function toAnswer(mapping: unknown, variables: VariableNames): Answer {
  const read = listOf(mapping).flatMap(({ bodyPath, variableId }) => {
    const name = variables.find(variableId)
    const written = textOf(bodyPath).trim()
    return name === undefined || written === '' ? [] : [{ name, written }]
  })
  const map = read.flatMap(({ name, written }) => {
    const path = toPath(written)
    return path === null ? [] : [{ path, var: name }]
  })
  if (map.length === read.length && map.length <= MAX_MAPS) {
    return { isRead: read.length > 0, data: { map }, nodes: [] }
  }
  const answer = variables.fresh('answer')
  const source = [
    `const data = vars.${answer}`,
    'const statusCode = 200',
    'const read = (path, before) => {',
    '  try {',
    '    return path() ?? null',
    '  } catch {',
    '    return before ?? null',
    '  }',
    '}',
    `return [\n${read.map(({ name, written }) => `  read(() => (${variables.script(written)}), vars.${name}),`).join('\n')}\n]`,
  ].join('\n')
  const assign = read.map(({ name }, index) => ({ var: name, value: `{{ vars.${answer}[${index}] }}` }))
  return {
    isRead: true,
    data: { saveAs: answer },
    nodes: [
      newNode('code', { source, saveAs: answer }, { error: { node: 3 } }),
      newNode('set', { assign: [...assign, { var: answer, op: 'unset' }] }),
    ],
  }
}

/** Over there paths begin at the whole answer: `data` is its body. Null for what is more than a path. */
function toPath(written: string): string | null {
  const [, path] = /^data\.?((?:[A-Za-z_$][\w$]*|\[\d+\])(?:\.[A-Za-z_$][\w$]*|\[\d+\])*)?$/.exec(
    written,
  ) ?? [null, null]
  return path === null || /\.length$/.test(written) ? null : (path ?? '')
}
/** A JSON body keeps its form, with quotes around bare variables; anything else goes as text. */
function toBody(body: string, variables: VariableNames, notes: TypebotNote[]): Record<string, unknown> {
  if (body.trim() === '' || body.trim() === '{{state}}') {
    if (body.trim() !== '') notes.push(note('BODY_OF_ALL_ANSWERS'))
    return {}
  }
  const written = variables.text(body)
  for (const text of [written, written.replace(/(?<!["\w ])(\s*)(\{\{[^{}]+\}\})(?!["\w])/g, '$1"$2"')]) {
    if (isJson(text)) return { bodyType: 'json', body: text }
  }
  notes.push(note('BODY_AS_TEXT'))
  return { bodyType: 'text', body: written }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const dropped: Converter = () => ({
  status: 'changed',
  notes: [note('MEASUREMENTS_LEFT_OUT')],
  nodes: [],
})

export const INTEGRATIONS: Readonly<Record<string, Converter>> = {
  Webhook: request,
  'HTTP request': request,
  Zapier: request,
  'Make.com': request,
  'Pabbly Connect': request,
  Pabbly: request,
  ...AI_BLOCKS,
  'Google Analytics': dropped,
  Pixel: dropped,
  Chatwoot: (_block) => convertTo('handoff', {}, [note('HANDOFF_WITHOUT_CHATWOOT')]),
  segment: dropped,
  posthog: dropped,
  Email: mail,
  gmail: mail,
  'Google Sheets': sheet,
}
