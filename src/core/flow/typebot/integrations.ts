import { isJsonPath } from '../expressions/json-path.ts'
import { describeBadUrl } from '../nodes/media-field.ts'
import { type Converter, convertTo, stubFor, withoutEmpty } from './converted.ts'
import { listOf, numberOf, objectOf, textOf } from './document.ts'
import type { VariableNames } from './variables.ts'

const request: Converter = (block, { variables }) => {
  const { webhook, responseVariableMapping, timeout } = block.options
  const { url, method, headers, queryParams, body } = objectOf(webhook)
  const address = variables.text(url)
  if (address === '') return stubFor(block, 'the request has no address')
  const toPairs = (list: unknown) =>
    listOf(list).flatMap(({ key, value }) =>
      textOf(key) === '' ? [] : [{ name: textOf(key), value: variables.text(value) }],
    )
  const notes: string[] = []
  if (describeBadUrl(address) !== null) notes.push('the address has to be written out')
  const map = toMap(responseVariableMapping, variables, notes)
  const seconds = numberOf(timeout)
  const verb = textOf(method) || 'POST'
  const data = withoutEmpty({
    method: verb,
    url: address,
    headers: toPairs(headers),
    query: toPairs(queryParams),
    ...(verb === 'GET' || verb === 'HEAD' ? {} : toBody(textOf(body), variables, notes)),
    timeoutMs: seconds === undefined ? undefined : Math.min(60_000, seconds * 1_000),
    map,
  })
  const converted = convertTo('http', data, notes, ['ok'])
  return { ...converted, exits: ['ok', 'error'] }
}

/** Over there paths begin at the whole answer: `data` is its body. */
function toMap(mapping: unknown, variables: VariableNames, notes: string[]): { path: string; var: string }[] {
  return listOf(mapping).flatMap(({ bodyPath, variableId }) => {
    const name = variables.find(variableId)
    const written = textOf(bodyPath)
    if (name === undefined || written === '') return []
    const path = written.replace(/^data\.?(?=[.[]|$|\w)/, '')
    if (written.startsWith('statusCode') || !isJsonPath(path)) {
      notes.push(`"${written}" is read differently: see {{ node.ID.status }} and {{ node.ID.body }}`)
      return []
    }
    return [{ path, var: name }]
  })
}

/** A JSON body keeps its form, with quotes around bare variables; anything else goes as text. */
function toBody(body: string, variables: VariableNames, notes: string[]): Record<string, unknown> {
  if (body.trim() === '' || body.trim() === '{{state}}') {
    if (body.trim() !== '') notes.push('the body with all answers has to be written out')
    return {}
  }
  const written = variables.text(body)
  for (const text of [written, written.replace(/(?<!["\w ])(\s*)(\{\{[^{}]+\}\})(?!["\w])/g, '$1"$2"')]) {
    if (isJson(text)) return { bodyType: 'json', body: text }
  }
  notes.push('the body is sent as text')
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

const AI_NOTE = 'choose credentials and a model'
const ai: Converter = ({ type, options }, { variables }) => {
  const system = listOf(options.messages)
    .map(({ content }) => variables.text(content))
    .filter((text) => text !== '')
  const data = {
    label: type,
    mode: 'reply',
    model: textOf(options.model) || undefined,
    system: system.join('\n') || undefined,
  }
  return { ...convertTo('ai', data, [AI_NOTE], ['ok']), status: 'stub' }
}

const dropped: Converter = () => ({
  status: 'changed',
  note: 'measurements of web pages are left out',
  nodes: [],
  exits: [],
})

export const INTEGRATIONS: Readonly<Record<string, Converter>> = {
  Webhook: request,
  'HTTP request': request,
  Zapier: request,
  'Make.com': request,
  'Pabbly Connect': request,
  OpenAI: ai,
  openai: ai,
  anthropic: ai,
  mistral: ai,
  groq: ai,
  deepseek: ai,
  'open-router': ai,
  'together-ai': ai,
  'dify-ai': ai,
  perplexity: ai,
  'Google Analytics': dropped,
  Pixel: dropped,
  Chatwoot: (_block) => convertTo('handoff', {}, ['a person takes over here, without Chatwoot'], ['resumed']),
  Email: (block) => stubFor(block, 'mail is not available; let a webhook send it'),
  'Google Sheets': (block) => stubFor(block, 'sheets are not available; call them by http'),
}
