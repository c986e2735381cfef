import { createContext, type ReactNode, useContext } from 'react'
import type { Issue } from '../../../core/flow/index.ts'
import { describeFinding } from '../../../words/findings.ts'
import { useEditorText } from '../editor-text.ts'

/** The node whose form is open, for the fields in it. */
export interface NodeForm {
  nodeId: string
  type: string
  data: Readonly<Record<string, unknown>>
  byPath: ReadonlyMap<string, Issue>
  /** Sets all of the data; `field` names where it was typed, so that a burst of typing is one step of undo. */
  change: (data: Record<string, unknown>, field: string) => void
}

const Context = createContext<NodeForm | null>(null)

export function NodeFormProvider({ form, children }: { form: NodeForm; children: ReactNode }) {
  return <Context value={form}>{children}</Context>
}

export function useNodeForm(): NodeForm {
  const form = useContext(Context)
  if (!form) throw new Error('useNodeForm is only for what stands inside NodeFormProvider')
  return form
}

/** What is wrong with the field at a path. */
export function useFieldError(path: string): string | undefined {
  const { findings } = useEditorText()
  const issue = useNodeForm().byPath.get(path)
  return issue && describeFinding(findings, issue)
}
