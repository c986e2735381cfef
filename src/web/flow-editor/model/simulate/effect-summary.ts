import { describeContent } from '../../../../core/conversation/content.ts'
import type { AwaitedEffect } from '../../../../core/flow/index.ts'
import type { ScriptTask } from '../../../../core/script-interpreter.ts'

/** What is done, as the person who plays the flow reads it. */
export const summarizeEffect = (effect: AwaitedEffect): string => {
  if (effect.kind === 'code') return effect.source
  if (effect.kind === 'table') return JSON.stringify(effect.call, null, 2)
  if (effect.kind === 'ai') return effect.prompt ?? effect.said?.text ?? effect.instructions
  if (effect.kind === 'knowledge') return effect.search.question
  if (effect.kind === 'mcp') return `${effect.remoteTool} ${JSON.stringify(effect.input)}`
  if (effect.kind === 'email')
    return `${[...effect.to, ...effect.cc].join(', ')}\n${effect.subject}\n\n${effect.text ?? effect.html ?? ''}`
  if (effect.kind === 'group_act')
    return [`${effect.act} ${effect.group}`, effect.people.join(', '), effect.text ?? '']
      .filter(Boolean)
      .join('\n')
  if (effect.kind === 'channel_post') return `${effect.channel}\n${describeContent(effect.content)}`
  if (effect.kind === 'status_post') return describeContent(effect.content)
  const { url, method } = effect.request
  const parts = typeof url === 'string' ? [url] : url
  return `${method} ${parts.map((part) => (typeof part === 'string' ? part : `{{ secrets.${part.secret} }}`)).join('')}`
}

/** What is to be run of a script; null for other work. */
export const toTask = (effect: AwaitedEffect): ScriptTask | null => {
  if (effect.kind !== 'code') return null
  const { source, input, timeoutMs, memoryMb } = effect
  return { source, input: JSON.stringify(input), timeoutMs, memoryMb }
}
