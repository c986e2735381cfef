import type { EffectAnswer } from '../../../../core/flow/index.ts'

const PREFIX = 'parley.pinned.'

/** Answers of other systems that are given again whenever a node asks: by node, kept by this browser for each flow. */
export interface PinnedAnswers {
  get(nodeId: string): EffectAnswer | undefined
  set(nodeId: string, answer: EffectAnswer | null): void
}

export function openPinnedAnswers(flowId: string): PinnedAnswers {
  const key = PREFIX + flowId
  const pinned = new Map<string, EffectAnswer>(read(key))
  return {
    get: (nodeId) => pinned.get(nodeId),
    set(nodeId, answer) {
      if (answer === null) pinned.delete(nodeId)
      else pinned.set(nodeId, answer)
      try {
        localStorage.setItem(key, JSON.stringify([...pinned]))
      } catch {
        // Without storage they last until the page is left.
      }
    },
  }
}

function read(key: string): [string, EffectAnswer][] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((item) => Array.isArray(item) && item.length === 2) : []
  } catch {
    return []
  }
}
