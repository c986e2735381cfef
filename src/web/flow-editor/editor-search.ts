/** What an address asks the editor to show first. */
export interface EditorSearch {
  show?: 'tests' | 'first'
  /** A node that is shown with its form, where the draft still has it. */
  node?: string
}

export const parseEditorSearch = ({ show, node }: Record<string, unknown>): EditorSearch => ({
  ...((show === 'tests' || show === 'first') && { show }),
  ...(typeof node === 'string' && { node }),
})
