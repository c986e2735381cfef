/** Marks where the fields of a node's form stand. */
export const FIELDS_ID = 'node-fields'

/** Puts the focus into the first field of the form that is open; false when it has none. */
export function focusFirstField(): boolean {
  const field = document
    .getElementById(FIELDS_ID)
    ?.querySelector<HTMLElement>('input, textarea, select, [contenteditable="true"]')
  field?.focus()
  return field !== undefined && field !== null
}
