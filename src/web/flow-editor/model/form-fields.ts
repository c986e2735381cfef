import { z } from 'zod'
import { findNodeType } from '../../../core/flow/index.ts'
import { KIND_BY_KEY } from './form/kind-by-key.ts'

interface FieldBase {
  key: string
  isRequired: boolean
  /** What the type takes when nothing is given. */
  fallback: unknown
  /** The most characters the type takes, where it is a text. */
  maxChars: number | undefined
}

/** A field of a node's form, made from the schema of its data. */
export type FormField = FieldBase &
  (
    | {
        kind:
          | 'text'
          | 'template'
          | 'long_template'
          | 'code'
          | 'formula'
          | 'variable'
          | 'flow'
          | 'department'
          | 'member'
          | 'node'
          | 'timezone'
          | 'channel'
      }
    | { kind: 'number' | 'duration'; isWhole: boolean }
    | { kind: 'switch' }
    | { kind: 'choice'; options: readonly string[] }
    | { kind: 'choices'; options: readonly string[] }
    | { kind: 'words' }
    | { kind: 'list'; fields: readonly FormField[] }
    | { kind: 'group'; fields: readonly FormField[] }
    | { kind: 'pairs' }
    | { kind: 'value' }
    | { kind: 'hours' }
    | { kind: 'cases' }
    /** An address, or a file that is kept: `url` and `assetId` of one record, which may also be of several kinds. */
    | { kind: 'file'; kinds: readonly string[] }
  )

interface JsonSchema {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  default?: unknown
  maxLength?: number
}

const KINDS: Readonly<Record<string, FormField['kind']>> = KIND_BY_KEY

/** Fields where a name is a plain name and no text with variables. */
const PLAIN: ReadonlySet<string> = new Set([
  'trigger.api.inputs.name',
  'trigger.webhook.inputs.name',
  'http.headers.name',
  'http.query.name',
  'ai.tools.name',
  'goal.name',
  'trigger.schedule.audience.fields.name',
  'ai.tools.headers.name',
  'ai.tools.query.name',
])

/** Kept by the editor itself. */
const HIDDEN: ReadonlySet<string> = new Set(['v', 'id'])

/** Where both a number and words are allowed, the words are offered. */
const CHOICE_OF: Readonly<Record<string, readonly string[]>> = { 'send.text.typing': ['auto', 'none'] }

/** The fields of a type in the order of its schema; empty for a type nobody knows. */
export function listFields(type: string): FormField[] {
  const nodeType = findNodeType(type)
  if (!nodeType) return []
  const schema = z.toJSONSchema(nodeType.schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return fieldsOf(schema, type)
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema, place: string): FormField[] {
  const namesFile = 'url' in properties && 'assetId' in properties
  const kinds = properties.kind?.enum?.map(String) ?? []
  return Object.entries(properties)
    .filter(([key]) => !HIDDEN.has(key) && !(namesFile && key === 'assetId'))
    .map(([key, schema]) => ({
      ...(namesFile && key === 'url' ? { kind: 'file', kinds } : toField(key, schema, `${place}.${key}`)),
      key,
      isRequired: required.includes(key),
      fallback: schema.default,
      maxChars: schema.maxLength,
    }))
}

type FieldKind = FormField extends infer F ? (F extends FormField ? Omit<F, keyof FieldBase> : never) : never

function toField(key: string, schema: JsonSchema, place: string): FieldKind {
  const words = CHOICE_OF[place]
  if (words) return { kind: 'choice', options: words }
  const named = PLAIN.has(place) ? undefined : KINDS[key]
  if (named === 'duration') return { kind: 'duration', isWhole: true }
  if (schema.enum) return { kind: 'choice', options: schema.enum.map(String) }
  if (named && !(key === 'value' && schema.type === 'boolean')) return { kind: named } as FieldKind
  return toTypedField(schema, place)
}

function toTypedField(schema: JsonSchema, place: string): FieldKind {
  switch (schema.type) {
    case 'number':
    case 'integer':
      return { kind: 'number', isWhole: schema.type === 'integer' }
    case 'boolean':
      return { kind: 'switch' }
    case 'array':
      return toListField(schema.items ?? {}, place)
    case 'object':
      return schema.properties ? { kind: 'group', fields: fieldsOf(schema, place) } : { kind: 'pairs' }
    case 'string':
      return { kind: 'text' }
    default:
      return { kind: 'value' }
  }
}

function toListField(items: JsonSchema, place: string): FieldKind {
  if (items.properties) return { kind: 'list', fields: fieldsOf(items, place) }
  return items.enum ? { kind: 'choices', options: items.enum.map(String) } : { kind: 'words' }
}

/** Fields that are shown at once, by type; the others of a type stand behind "More". Absent: all are shown at once. */
const FIRST: Readonly<Record<string, readonly string[]>> = {
  'trigger.keyword': ['values', 'mode', 'tolerant'],
  'trigger.any_message': ['only', 'idleSec', 'messageTypes'],
  'trigger.main_menu': ['keywords', 'catchAll'],
  'trigger.schedule': ['cron', 'at', 'timezone', 'audience'],
  'trigger.webhook': ['contact', 'inputs', 'signature'],
  'trigger.call': ['states', 'cooldownSec'],
  'trigger.group': ['changes', 'answerIn', 'groups'],
  'wait.webhook': ['timeoutSec', 'map', 'saveAs', 'signature', 'onMessage'],
  'send.text': ['text'],
  'send.media': ['kind', 'url', 'caption', 'fileName'],
  'channel.post': ['channel', 'text', 'url', 'kind', 'fileName'],
  'status.post': ['text', 'background', 'url', 'kind'],
  ask: ['prompt', 'validate', 'saveAs', 'timeoutSec', 'retryText'],
  menu: ['prompt', 'options', 'render', 'tolerant', 'saveAs', 'timeoutSec', 'retryText'],
  'menu.list': [
    'prompt',
    'list',
    'itemText',
    'options',
    'multiple',
    'saveAs',
    'tolerant',
    'timeoutSec',
    'retryText',
  ],
  http: ['method', 'url', 'query', 'headers', 'bodyType', 'body', 'fileId', 'fileField', 'map', 'saveAs'],
  email: ['secret', 'to', 'cc', 'replyTo', 'subject', 'text', 'html', 'attachments'],
  delay: ['mode', 'seconds', 'at', 'calendar', 'onMessage'],
  handoff: ['text', 'departmentId', 'personId', 'durationSec', 'reason'],
  code: ['source', 'saveAs'],
  table: [
    'table',
    'operation',
    'where',
    'values',
    'column',
    'by',
    'floor',
    'orderBy',
    'descending',
    'limit',
    'saveAs',
  ],
  ai: [
    ...['model', 'mode', 'system', 'tools', 'routes', 'schema', 'facts', 'knowledge', 'historyTurns'],
    ...['saveAs', 'approval', 'approvalSec', 'linkHosts', 'onMessage'],
  ],
}

const COMMON = ['label', 'notes']

/** Splits a type's fields into those shown at once and those behind "More". */
export function partFields(type: string): { first: FormField[]; more: FormField[] } {
  const fields = listFields(type)
  const first = FIRST[type]
  const isFirst = ({ key }: FormField) => (first ? first.includes(key) : !COMMON.includes(key))
  const ranked = first
    ? first.flatMap((key) => fields.filter((field) => field.key === key))
    : fields.filter(isFirst)
  const rest = fields.filter((field) => !isFirst(field))
  const isCommon = ({ key }: FormField) => COMMON.includes(key)
  return { first: ranked, more: [...rest.filter((field) => !isCommon(field)), ...rest.filter(isCommon)] }
}

type Data = Readonly<Record<string, unknown>>

/** Whether the answer of a model is sent to the contact. */
const isSaid = (data: Data): boolean => ['reply', 'agent'].includes(String(data.mode ?? 'reply'))

/** Fields of a tool that belong to some kinds of tools alone. */
const toolIs =
  (...kinds: string[]) =>
  (_data: Data, tool: Data): boolean =>
    kinds.includes(String(tool.kind ?? 'http'))

const hasToolBody = (data: Data, tool: Data): boolean =>
  toolIs('http')(data, tool) && !['GET', 'HEAD'].includes(String(tool.method ?? 'GET'))

const takesFile = ({ method = 'GET', bodyType = 'json' }: Data): boolean =>
  !['GET', 'HEAD'].includes(String(method)) && ['json', 'multipart'].includes(String(bodyType))

const namesFile = (data: Data): boolean => Boolean(data.url) || data.assetId !== undefined

const validateIs =
  (...types: string[]) =>
  (data: Data): boolean =>
    types.includes(String((data.validate as Data | undefined)?.type ?? 'any'))

const signedBy =
  (...schemes: string[]) =>
  (data: Data): boolean =>
    schemes.includes(String((data.signature as Data | undefined)?.scheme ?? 'none'))

/** Fields that only mean something beside certain values, of the node or of their own record; what is hidden keeps its value. */
const SHOWN_WHEN: Readonly<Record<string, (data: Data, record: Data) => boolean>> = {
  'trigger.any_message.idleSec': (data) => data.only === 'after_idle',
  'trigger.keyword.tolerant': (data) => ['exact', 'word'].includes(String(data.mode ?? 'exact')),
  'menu.list.minChoices': (data) => data.multiple === true,
  'menu.list.maxChoices': (data) => data.multiple === true,
  'menu.list.render': (data) => data.multiple !== true || data.render === 'poll',
  'delay.seconds': (data) => (data.mode ?? 'for') === 'for',
  'delay.at': (data) => data.mode === 'until',
  'delay.calendar': (data) => data.mode === 'business_open',
  'trigger.webhook.signature.secret': signedBy('github', 'stripe', 'standard_webhooks', 'token', 'hmac'),
  'trigger.webhook.signature.header': signedBy('token', 'hmac'),
  'trigger.webhook.signature.encoding': signedBy('hmac'),
  'trigger.webhook.signature.prefix': signedBy('token', 'hmac'),
  'wait.webhook.signature.secret': signedBy('github', 'stripe', 'standard_webhooks', 'token', 'hmac'),
  'wait.webhook.signature.header': signedBy('token', 'hmac'),
  'wait.webhook.signature.encoding': signedBy('hmac'),
  'wait.webhook.signature.prefix': signedBy('token', 'hmac'),
  'ask.validate.min': validateIs('number', 'integer', 'text'),
  'ask.validate.max': validateIs('number', 'integer', 'text'),
  'ask.validate.pattern': validateIs('regex'),
  'ask.validate.country': validateIs('phone'),
  'ask.validate.formats': validateIs('date', 'media'),
  'set.assign.value': (_data, { op }) => op !== 'compute' && op !== 'unset',
  'set.assign.formula': (_data, { op }) => op === 'compute',
  'set.assign.as': (_data, { op }) => op !== 'increment' && op !== 'unset',
  'http.bodyType': (data) => !['GET', 'HEAD'].includes(String(data.method ?? 'GET')),
  'http.fileId': takesFile,
  'http.fileField': (data) => takesFile(data) && Boolean(data.fileId),
  'http.body': (data) => !['GET', 'HEAD'].includes(String(data.method ?? 'GET')) && data.bodyType !== 'none',
  'send.media.url': (data) => data.items === undefined,
  'send.media.caption': (data) =>
    data.items === undefined &&
    // One that cannot be sent is shown as long as it is there, for it is in the way.
    (['image', 'video', 'document'].includes(String(data.kind ?? 'image')) || Boolean(data.caption)),
  'status.post.kind': namesFile,
  'status.post.background': (data) => !namesFile(data) || data.kind === 'voice',
  'channel.post.kind': namesFile,
  'channel.post.fileName': (data) => namesFile(data) && data.kind === 'document',
  'channel.post.mimeType': namesFile,
  'handoff.departmentId': (data) => !data.personId || Boolean(data.departmentId),
  'handoff.personId': (data) => !data.departmentId || Boolean(data.personId),
  'table.where': (data) => data.operation !== 'add',
  'table.values': ({ operation }) => operation === 'add' || operation === 'update',
  'table.column': (data) => data.operation === 'increment',
  'table.by': (data) => data.operation === 'increment',
  'table.floor': (data) => data.operation === 'increment',
  'table.orderBy': (data) => (data.operation ?? 'find') === 'find',
  'table.descending': (data) => (data.operation ?? 'find') === 'find',
  'table.limit': (data) => (data.operation ?? 'find') === 'find',
  'ai.routes': (data) => data.mode === 'classify',
  'ai.schema': (data) => data.mode === 'extract',
  'ai.knowledge.collections': (data, record) =>
    (record.from ?? (data.knowledge as Data | undefined)?.from) === 'collections',
  'ai.send': isSaid,
  'ai.maxReplyChars': isSaid,
  'ai.linkHosts': isSaid,
  'ai.approval': (data) => isSaid(data) && data.send !== false,
  'ai.approvalSec': (data) => isSaid(data) && data.approval === true,
  'ai.tools': (data) => data.mode === 'agent',
  'ai.maxSteps': (data) => data.mode === 'agent',
  'ai.tools.parameters': toolIs('http', 'mcp'),
  'ai.tools.knowledge': toolIs('knowledge'),
  'ai.tools.knowledge.collections': (_data, record) => record.from === 'collections',
  'ai.tools.flowId': toolIs('flow'),
  'ai.tools.remoteTool': toolIs('mcp'),
  'ai.tools.outputs': toolIs('flow'),
  'ai.tools.method': toolIs('http'),
  'ai.tools.url': toolIs('http', 'mcp'),
  'ai.tools.query': toolIs('http'),
  'ai.tools.headers': toolIs('http', 'mcp'),
  'ai.tools.body': hasToolBody,
  'ai.tools.bodyType': hasToolBody,
  'ai.tools.timeoutMs': toolIs('http', 'mcp'),
  'ai.tools.retries': toolIs('http', 'mcp'),
  'ai.tools.idempotent': toolIs('http', 'mcp'),
  'ai.tools.secretRefs': toolIs('http', 'mcp'),
  'chat.action.value': (data) => data.action !== 'read',
}

export function isShown(type: string, path: string, data: Data, record: Data = data): boolean {
  return SHOWN_WHEN[`${type}.${path}`]?.(data, record) ?? true
}

/** What a form left behind that means nothing beside the rest, and would be refused: an album has its files in its items. */
export function settleData(type: string, data: Data): Record<string, unknown> {
  if (type !== 'send.media') return { ...data }
  const { url, assetId, ...rest } = data
  if (data.items !== undefined) return rest
  return url === undefined && assetId === undefined ? { ...data, url: '' } : { ...data }
}

/** A new entry of a list, with an id no other entry has where entries have ids. */
export function newItem(type: string, key: string, items: readonly Data[]): Record<string, unknown> {
  const make = NEW_ITEMS[`${type}.${key.replaceAll(/\.\d+/g, '')}`]
  const id = freeId(items)
  return make ? make(id) : {}
}

const NEW_ITEMS: Readonly<Record<string, (id: string) => Record<string, unknown>>> = {
  'menu.options': (id) => ({ id, label: '' }),
  'menu.list.options': (id) => ({ id, label: '' }),
  'split.arms': (id) => ({ id, weight: 50 }),
  'condition.cases': (id) => ({ id, all: [{ left: '', op: 'eq', right: '' }] }),
  'set.assign': () => ({ var: '', op: 'set', value: '' }),
  'table.where': () => ({ column: '', op: 'eq', value: '' }),
  'ai.routes': (id) => ({ id, description: '' }),
  'ai.tools': () => ({ kind: 'http', name: '', description: '' }),
  'ai.tools.headers': () => ({ name: '', value: '' }),
  'ai.tools.query': () => ({ name: '', value: '' }),
  'http.query': () => ({ name: '', value: '' }),
  'http.headers': () => ({ name: '', value: '' }),
  'http.map': () => ({ path: '', var: '' }),
  'wait.webhook.map': () => ({ path: 'body.', var: '' }),
  'ask.reminders': () => ({ afterSec: 300, text: '' }),
  'send.contact.contacts': () => ({ displayName: '', phone: '' }),
  'send.media.items': () => ({ kind: 'image', url: '' }),
  'trigger.api.inputs': () => ({ name: '', type: 'string' }),
  'trigger.webhook.inputs': () => ({ name: '', path: 'body.', type: 'string' }),
}

/** The first letter, then letter and number, no entry has yet. */
function freeId(items: readonly Data[]): string {
  const taken = new Set(items.map(({ id }) => id))
  for (let index = 0; ; index++) {
    const letter = String.fromCharCode(97 + (index % 26))
    const id = index < 26 ? letter : `${letter}${Math.floor(index / 26)}`
    if (!taken.has(id)) return id
  }
}

/** The same record with a key set, or without it where nothing is given. */
export function withValue(data: Data, key: string, value: unknown): Record<string, unknown> {
  if (value !== undefined) return { ...data, [key]: value }
  const { [key]: _, ...rest } = data
  return rest
}
