import { useMemo, useState } from 'react'
import {
  findNodeType,
  indexSynonyms,
  type KeywordRule,
  type MatchKind,
  matchKeyword,
  matchNamed,
  type Synonyms,
} from '../../../../core/flow/index.ts'
import { Field, Input } from '../../../ui/field.tsx'
import { useDocument } from '../../editor-context.tsx'
import { useEditorText } from '../../editor-text.ts'
import { useNodeForm } from '../node-form.tsx'

type Data = Readonly<Record<string, unknown>>

interface Understood {
  /** What was chosen; null where a keyword alone decides. */
  name: string | null
  kind: MatchKind
}

/** What a menu or a keyword takes a text for; null when it is not understood. A label's variables are not filled in. */
function understand(type: string, data: Data, text: string, synonyms: Synonyms): Understood | null {
  if (type === 'menu') {
    const options = (Array.isArray(data.options) ? data.options : []) as Data[]
    const names = options.map(({ id, label, aliases }) => [
      String(label ?? ''),
      ...(Array.isArray(aliases) ? aliases.map(String) : []),
      String(id ?? ''),
    ])
    const match = matchNamed(names, text, data.tolerant === true ? { synonyms } : null)
    return match && { name: names[match.index]?.[0] ?? '', kind: match.kind }
  }
  const bound = findNodeType(type)?.bind('preview', data)
  const rule = bound?.ok ? bound.node.trigger : null
  if (rule?.kind !== 'keyword') return null
  const kind = matchKeyword(rule satisfies KeywordRule, text, synonyms)
  return kind && { name: null, kind }
}

/** Whether a node of this type, with this data, can say what it would make of a text. */
export function hasMatchPreview(type: string, data: Data): boolean {
  return type === 'menu' || (type === 'trigger.keyword' && data.mode !== 'regex')
}

/** A line to write what a contact may write, and what the node would take it for. */
export function MatchPreview() {
  const { panel } = useEditorText()
  const { type, data } = useNodeForm()
  const { definition } = useDocument()
  const [text, setText] = useState('')
  const synonyms = useMemo(
    () => indexSynonyms(definition.settings.synonyms ?? []),
    [definition.settings.synonyms],
  )
  const found = text.trim() === '' ? null : understand(type, data, text, synonyms)
  return (
    <section className="border-t border-line pt-4">
      <Field label={panel.preview.title} hint={panel.preview.hint}>
        {(control) => (
          <Input
            {...control}
            className="h-9 text-sm"
            placeholder={panel.preview.placeholder}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <p aria-live="polite" className="mt-1.5 min-h-5 text-[0.8125rem]">
        {text.trim() !== '' && !found && <span className="text-ink-soft">{panel.preview.none}</span>}
        {found && (
          <>
            <span className="font-medium">{found.name === null ? panel.preview.starts : found.name}</span>
            <span className="text-ink-soft"> · {panel.preview.kinds[found.kind]}</span>
          </>
        )}
      </p>
    </section>
  )
}
