import type { ToolCall } from '../../core/conversation/flow-event.ts'
import type { AiTask } from '../../core/flow/index.ts'
import { findJsonProblem, parseJsonText } from '../../core/json-safety.ts'

export type ModelResult =
  | { text: string; calls?: readonly ToolCall[] }
  | { object: unknown }
  | { route: string }

/** What the text of a model comes to, by its task; null when it is not what was asked. Whether an object fits is the node's to say. */
export function readAnswer(
  task: AiTask,
  { text, calls }: { text: string; calls: readonly ToolCall[] },
): ModelResult | null {
  if (task.mode === 'reply') return { text }
  if (task.mode === 'agent') return calls.length > 0 ? { text, calls } : { text }
  const object = readObject(text)
  if (object === null) return null
  if (task.mode === 'extract') return { object }
  const { route } = object
  return typeof route === 'string' ? { route } : null
}

/** A JSON object, alone or between marks of code, as many models write it. */
function readObject(text: string): Record<string, unknown> | null {
  const [, fenced] = /^```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/i.exec(text.trim()) ?? []
  const parsed = parseJsonText(fenced ?? text)
  if (!parsed.ok || findJsonProblem(parsed.value) !== undefined) return null
  const { value } = parsed
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}
