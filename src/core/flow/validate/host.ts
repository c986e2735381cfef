import { toFieldValue } from '../../contact/contact-field-value.ts'
import type { ContactFieldType } from '../../contact/contact-fields.ts'
import { mayGoTo } from '../../secret-hosts.ts'
import type { FlowNode } from '../definition.ts'
import { listAssetPlaces } from '../exchange/assets.ts'
import { readRef } from '../exchange/refs.ts'
import { type Finding, finding, type Issue } from '../findings.ts'
import type { ContactFieldWrite } from '../nodes/fields/host-uses.ts'
import type { BoundNode } from '../nodes/node-type.ts'
import type { GraphView } from './graph.ts'
import type { ValidationContext } from './triggers.ts'

/** What the host of a flow must have: node types it runs, secrets that exist, a pace it keeps, files it has. */
export function checkHost(view: GraphView, context: ValidationContext): Issue[] {
  const checked = [...view.snapshot.nodes.values()].flatMap((node) => [
    ...checkSupport(node, context),
    ...checkSecrets(node, context),
    ...checkModel(node, context),
    ...checkContactFields(node, context),
    ...checkAudience(node, context),
    ...checkTable(node, context),
    ...checkAssignee(node, context),
    ...checkPace(node, context),
  ])
  return [...checked, ...view.definition.nodes.flatMap((node) => checkFiles(node, context))]
}

/** Files are named by id in places of a node's data, which only the data itself shows. */
function checkFiles(node: FlowNode, { fileIds }: ValidationContext): Issue[] {
  if (!fileIds) return []
  return listAssetPlaces(node)
    .filter(({ id }) => !fileIds.has(id))
    .map(({ id, path }) => {
      const isMissing = readRef(id) !== undefined
      return invalid(node, finding(isMissing ? 'FILE_LEFT_OUT' : 'FILE_GONE'), path)
    })
}

function checkSupport(node: BoundNode, { supportedTypes }: ValidationContext): Issue[] {
  if (!supportedTypes) return []
  if (!supportedTypes.has(node.type)) {
    return [invalid(node, finding('TYPE_UNSUPPORTED', { type: node.type }))]
  }
  return node.needs
    .filter((need) => !supportedTypes.has(need))
    .map((need) => invalid(node, finding('USE_UNSUPPORTED', { type: node.type, need })))
}

function checkSecrets(node: BoundNode, { secretHosts }: ValidationContext): Issue[] {
  if (!secretHosts) return []
  const names = new Set(node.secrets)
  for (const { text } of node.texts) {
    for (const [, name = ''] of text.matchAll(/\bsecrets\.([A-Za-z_]\w*)/g)) names.add(name)
  }
  const missing = [...names]
    .filter((name) => !secretHosts.has(name))
    .map((name) => invalid(node, finding('SECRET_UNKNOWN', { name })))
  return [...missing, ...checkSecretHosts(node, secretHosts)]
}

/** Secrets that a call would send where they may not go: it would be refused each time. Its host is never a template. */
function checkSecretHosts(
  node: BoundNode,
  secretHosts: ReadonlyMap<string, readonly string[] | null>,
): Issue[] {
  return listCalls(node).flatMap(({ path, url, texts }) => {
    const [origin = ''] = /^https?:\/\/[^/?#]*/i.exec(url) ?? []
    if (!URL.canParse(origin)) return []
    const host = new URL(origin).hostname
    const sent = texts.flatMap((text) =>
      [...text.matchAll(/\{\{-?\s*secrets\.([A-Za-z_]\w*)\s*-?\}\}/g)].map(([, name = '']) => name),
    )
    return [...new Set(sent)]
      .filter((name) => !mayGoTo(secretHosts.get(name) ?? null, host))
      .map((name) => invalid(node, finding('SECRET_HELD', { name, host }), path))
  })
}

/** The calls of a node with their texts: of an `http` node, or of each tool of a model. */
function listCalls({ texts }: BoundNode): { path: string; url: string; texts: string[] }[] {
  return texts
    .filter(({ path, allowsSecrets }) => allowsSecrets === true && /(^|^tools\.\d+\.)url$/.test(path))
    .map(({ path, text: url }) => {
      const prefix = path.slice(0, -'url'.length)
      const own = texts.filter((field) => field.path.startsWith(prefix))
      return { path, url, texts: own.map(({ text }) => text) }
    })
}

/** A model must have been set up, and its limits allow one answer: else every question would leave by error. */
function checkModel(node: BoundNode, { models }: ValidationContext): Issue[] {
  if (!models || node.model === null) return []
  const { name, maxTokens } = node.model
  const model = models.get(name)
  if (!model) return [invalid(node, finding('MODEL_NOT_SET', { name }), 'model')]
  const { missingSecret, runTokens } = model
  if (missingSecret !== null)
    return [invalid(node, finding('MODEL_KEY_MISSING', { name, secret: missingSecret }), 'model')]
  if (runTokens === null || maxTokens <= runTokens) return []
  return [invalid(node, finding('ANSWER_ABOVE_LIMIT', { name, most: runTokens }), 'maxTokens')]
}

const READ_AS: Readonly<Record<ContactFieldType, ContactFieldWrite['as']>> = {
  text: 'string',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  choice: 'string',
}

/** What a flow writes into a defined field has its type: said of what is known beforehand, else read as that type. */
function checkContactFields(node: BoundNode, { contactFields }: ValidationContext): Issue[] {
  if (!contactFields) return []
  return node.writesFields.flatMap(({ name, path, as, value }): Issue[] => {
    const field = contactFields.get(name)
    if (!field) return contactFields.size === 0 ? [] : [undefinedField(node, name, `${path}.var`)]
    const { type, choices } = field
    if (value !== undefined) {
      if (toFieldValue(field, value) !== undefined) return []
      const found = finding('CONTACT_FIELD_VALUE', { name, type, choices: choices.join(', ') })
      return [invalid(node, found, `${path}.value`)]
    }
    if (as === READ_AS[type]) return []
    return [invalid(node, finding('CONTACT_FIELD_TYPE', { name, type }), `${path}.as`)]
  })
}

/** Values that a field is compared with have its type: with another the schedule would reach nobody, or everybody. */
function checkAudience(node: BoundNode, { contactFields }: ValidationContext): Issue[] {
  if (!contactFields || contactFields.size === 0 || node.trigger?.kind !== 'schedule') return []
  const { fields = [] } = node.trigger.audience
  return fields.flatMap(({ name, op, value }, index): Issue[] => {
    const path = `audience.fields.${index}`
    const field = contactFields.get(name)
    if (!field) return [undefinedField(node, name, `${path}.name`)]
    if (value === undefined || !COMPARED_WHOLE.has(op) || toFieldValue(field, value) !== undefined) return []
    const { type, choices } = field
    const found = finding('CONTACT_FIELD_VALUE', { name, type, choices: choices.join(', ') })
    return [invalid(node, found, `${path}.value`)]
  })
}

/** Ops whose value has to be one that the field can hold; the others take parts of one, or none. */
const COMPARED_WHOLE: ReadonlySet<string> = new Set(['eq', 'neq', 'gt', 'gte', 'lt', 'lte'])

/** A table must be there with the columns that are named: else every call would leave by error. */
function checkTable(node: BoundNode, { tables }: ValidationContext): Issue[] {
  if (!tables || node.table === null) return []
  const { name, columns } = node.table
  const known = tables.get(name)
  if (!known) return [invalid(node, finding('TABLE_UNKNOWN', { name }), 'table')]
  return columns
    .filter(({ column }) => !known.columns.some((one) => one.name === column))
    .map(({ column, path }) => invalid(node, finding('COLUMN_UNKNOWN', { name: column, table: name }), path))
}

/** Who is to get conversations must be there: else each would wait for everybody. */
function checkAssignee(node: BoundNode, { assignees }: ValidationContext): Issue[] {
  if (!assignees || node.handsTo === null) return []
  const { departmentId, personId } = node.handsTo
  const isKnown = departmentId === undefined || assignees.departments.has(departmentId)
  const unknown = isKnown ? [] : [invalid(node, finding('DEPARTMENT_GONE'), 'departmentId')]
  if (personId === undefined || assignees.people.has(personId)) return unknown
  return [...unknown, invalid(node, finding('PERSON_GONE'), 'personId')]
}

function undefinedField({ id }: BoundNode, name: string, path: string): Issue {
  const found = finding('CONTACT_FIELD_UNDEFINED', { name })
  return { code: 'UNDEFINED_VARIABLE', severity: 'warning', ...found, nodeId: id, path }
}

function checkPace(node: BoundNode, { sendRatePerSecond }: ValidationContext): Issue[] {
  if (sendRatePerSecond === undefined || node.trigger?.kind !== 'schedule') return []
  const most = Math.floor(sendRatePerSecond * 60)
  if (node.trigger.perMinute <= most) return []
  return [invalid(node, finding('FASTER_THAN_CLIENT', { most }), 'perMinute')]
}

function invalid(node: Pick<BoundNode, 'id'>, found: Finding, path?: string): Issue {
  return {
    code: 'INVALID_DATA',
    severity: 'error',
    ...found,
    nodeId: node.id,
    ...(path === undefined ? {} : { path }),
  }
}
