import { diffMergePatch } from '../merge-patch.ts'
import type { RunContext } from '../run.ts'

/** Parts of the context a patch does not find by comparing: visits are counted in place, brakes are left out. */
const PATCHED_APART: readonly string[] = ['visits', 'brakes']

/** The merge patches that tell the story of a run's context, one for each of its moves. */
export class ContextPatches {
  private base: object
  private visits: Record<string, number> | null = null

  /** The first patch of a new run builds the whole context, so that the patches of a run tell its story alone. */
  constructor(before: RunContext, isNew: boolean) {
    this.base = isNew ? {} : before
  }

  noteVisit(place: string, count: number): void {
    this.visits ??= {}
    this.visits[place] = count
  }

  /** What changed since the last patch. */
  take(context: RunContext): Record<string, unknown> {
    const patch = diffMergePatch(this.base, context, PATCHED_APART)
    // The first patch of a run tells of its visits even when a loop guard ended it before it made one.
    const isFirst = !('visits' in this.base)
    if (this.visits || isFirst) patch.visits = this.visits ?? {}
    this.visits = null
    this.base = context
    return patch
  }
}

/** What is left of a context once its run waits for no answer of an effect and no decision about a text any more. */
export function withoutPending({ effect: _effect, approval: _approval, ...context }: RunContext): RunContext {
  return context
}
