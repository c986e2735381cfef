import type { AddressPolicy } from '../../../address-policy.ts'
import { finding } from '../../findings.ts'
import type { FlowUse, NodeProblem, TextField } from '../node-type.ts'
import { checkHttp, httpTexts } from '../work/http-check.ts'
import type { AiData } from './ai-data.ts'
import { readAnswerSchema } from './answer-schema.ts'
import { checkDocuments } from './documents.ts'
import { isGiven, type ToolData, toHttpData } from './tools.ts'

/** Tools mean something to an agent alone. */
const toolsOf = ({ mode, tools }: AiData): readonly ToolData[] => (mode === 'agent' ? tools : [])

/** Whether answers may name documents by their numbers. */
export const findsDocuments = (data: AiData): boolean =>
  data.knowledge !== undefined || toolsOf(data).some(({ kind }) => kind === 'knowledge')

const isCall = ({ kind }: ToolData): boolean => kind === 'http' || kind === 'mcp'

/** The texts of calls, which read what the model gave as `args`. */
export function toolTexts(data: AiData): TextField[] {
  return toolsOf(data).flatMap((tool, index) =>
    isCall(tool)
      ? httpTexts(toHttpData(tool)).map((field) => ({
          ...field,
          path: `tools.${index}.${field.path}`,
          names: tool.kind === 'http' ? ['args'] : [],
        }))
      : [],
  )
}

export function toolFlows(data: AiData): FlowUse[] {
  return toolsOf(data).flatMap(({ kind, flowId }, index) =>
    kind === 'flow' && flowId ? [{ flowId, path: `tools.${index}.flowId` }] : [],
  )
}

export function toolSecrets(data: AiData): string[] {
  return toolsOf(data).flatMap(({ secretRefs }) => secretRefs)
}

/** What the schema cannot say of the tools of an agent. */
export function checkTools(data: AiData, addresses: AddressPolicy | null): NodeProblem[] {
  if (data.mode !== 'agent') return []
  if (data.tools.length === 0) return [{ path: 'tools', ...finding('TOOLS_MISSING') }]
  const seen = new Set<string>()
  return data.tools.flatMap((tool, index): NodeProblem[] => {
    const isTwice = seen.has(tool.name)
    seen.add(tool.name)
    return [
      ...(isTwice ? [{ path: `tools.${index}.name`, ...finding('USED_TWICE', { id: tool.name }) }] : []),
      ...checkTool(tool, addresses).map(({ path = '', ...found }) => ({
        ...found,
        path: `tools.${index}.${path}`,
      })),
    ]
  })
}

function checkTool(tool: ToolData, addresses: AddressPolicy | null): NodeProblem[] {
  switch (tool.kind) {
    case 'handoff':
      return []
    case 'flow':
      return tool.flowId ? [] : [{ path: 'flowId', ...finding('FLOW_TO_CALL_MISSING') }]
    case 'knowledge':
      return tool.knowledge
        ? checkDocuments(tool.knowledge)
        : [{ path: 'knowledge.from', ...finding('COLLECTIONS_MISSING') }]
    case 'http':
    case 'mcp': {
      const call = tool.url
        ? checkHttp(toHttpData(tool), addresses)
        : [{ path: 'url', ...finding('URL_MISSING') }]
      return [...call, ...checkParameters(tool)]
    }
  }
}

function checkParameters({ parameters }: ToolData): NodeProblem[] {
  if (!isGiven(parameters)) return []
  const read = readAnswerSchema(parameters)
  return read.ok ? [] : [{ path: 'parameters', ...read.problem }]
}
