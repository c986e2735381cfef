import { nameRef } from '../../../core/flow/index.ts'
import { pickFreeName } from './flow-names.ts'

interface NamedDocument {
  name: string
  ref?: string | undefined
  bundle?: readonly NamedDocument[] | undefined
}

/**
 * A document whose flows bear names that are free. One that is renamed keeps the name other flows of the document call it
 * by, which is made of the old name when none is written.
 */
export function giveFreeNames<Document extends NamedDocument>(
  document: Document,
  taken: readonly string[],
): Document {
  const used = new Set(taken)
  const rename = <Flow extends NamedDocument>(flow: Flow): Flow => {
    const name = pickFreeName(flow.name, used)
    used.add(name)
    return name === flow.name ? flow : { ...flow, name, ref: flow.ref ?? nameRef(flow.name) }
  }
  const main = rename(document)
  return main.bundle ? { ...main, bundle: main.bundle.map(rename) } : main
}
