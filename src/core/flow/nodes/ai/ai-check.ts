import type { AddressPolicy } from '../../../address-policy.ts'
import { SECRET_HOST } from '../../../secret-hosts.ts'
import { listReads } from '../../expressions/liquid.ts'
import { finding } from '../../findings.ts'
import type { NodeProblem, TextField } from '../node-type.ts'
import type { AiData } from './ai-data.ts'
import { readAnswerSchema } from './answer-schema.ts'
import { checkDocuments } from './documents.ts'
import { sendsAnswer } from './question.ts'
import { checkTools, findsDocuments, toolTexts } from './tool-check.ts'

/** What instructions may read: nothing that a contact, or a system that was called, has a say in. */
const ROOTS_OF_INSTRUCTIONS: ReadonlySet<string> = new Set(['flow', 'client', 'now'])

export function aiTexts(data: AiData): TextField[] {
  const { system, facts, prompt } = data
  const own = Object.entries({ system, facts, prompt }).flatMap(([path, text]): TextField[] =>
    text === undefined || text === '' ? [] : [{ path, text, kind: 'template' }],
  )
  return [...own, ...toolTexts(data)]
}

/** What the schema cannot say of a question to a model. */
export function checkAi(data: AiData, addresses: AddressPolicy | null): NodeProblem[] {
  return [
    ...checkInstructions(data),
    ...checkRoutes(data),
    ...checkSchema(data),
    ...checkTools(data, addresses),
    ...checkKnowledge(data),
    ...checkHosts(data),
    ...checkApproval(data),
  ]
}

/** Instructions are what a model obeys; what others wrote goes into `facts`, which it is told not to obey. */
function checkInstructions({ system }: AiData): NodeProblem[] {
  const foreign = (listReads(system, 'template') ?? []).find(
    ({ path: [root] }) => !ROOTS_OF_INSTRUCTIONS.has(root),
  )
  if (!foreign) return []
  const name = foreign.path.filter((part) => part !== null).join('.')
  // A secret is refused wherever a text may not hold one, in words of its own.
  return foreign.path[0] === 'secrets' ? [] : [{ path: 'system', ...finding('INSTRUCTION_READS', { name }) }]
}

function checkRoutes({ mode, routes }: AiData): NodeProblem[] {
  if (mode !== 'classify') return []
  if (routes.length < 2) return [{ path: 'routes', ...finding('ROUTES_TOO_FEW') }]
  const seen = new Set<string>()
  return routes.flatMap(({ id }, index): NodeProblem[] => {
    const isTwice = seen.has(id)
    seen.add(id)
    return isTwice ? [{ path: `routes.${index}.id`, ...finding('USED_TWICE', { id }) }] : []
  })
}

function checkSchema({ mode, schema, saveAs }: AiData): NodeProblem[] {
  if (mode !== 'extract') return []
  const problems: NodeProblem[] = []
  if (saveAs === undefined) problems.push({ path: 'saveAs', ...finding('EXTRACT_WITHOUT_VARIABLE') })
  if (schema === undefined || schema === '')
    return [{ path: 'schema', ...finding('SCHEMA_MISSING') }, ...problems]
  const read = readAnswerSchema(schema)
  return read.ok ? problems : [{ path: 'schema', ...read.problem }, ...problems]
}

function checkKnowledge(data: AiData): NodeProblem[] {
  const { knowledge, saveSourcesAs } = data
  if (knowledge) return checkDocuments(knowledge)
  return saveSourcesAs === undefined || findsDocuments(data)
    ? []
    : [{ path: 'saveSourcesAs', ...finding('SOURCES_WITHOUT_KNOWLEDGE') }]
}

/** Only what a contact is to hear can be approved. */
function checkApproval(data: AiData): NodeProblem[] {
  return data.approval && !sendsAnswer(data)
    ? [{ path: 'approval', ...finding('APPROVAL_SENDS_NOTHING') }]
    : []
}

function checkHosts({ linkHosts }: AiData): NodeProblem[] {
  return linkHosts.flatMap((host, index): NodeProblem[] =>
    SECRET_HOST.test(host)
      ? []
      : [{ path: `linkHosts.${index}`, ...finding('NO_LINK_HOST', { name: host }) }],
  )
}
