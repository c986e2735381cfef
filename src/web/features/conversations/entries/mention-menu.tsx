import { useId, useState } from 'react'
import { classes } from '../../../ui/classes.ts'
import {
  type AskedWord,
  type CompletedField,
  putInPlace,
  useAsked,
  useKeys,
  useTied,
} from '../../../ui/inputs/completion.ts'
import { useEntriesText } from './entries-text.ts'
import { findMembers, findMention, type Mentionable } from './mentions.ts'

interface MentionMenuProps {
  members: readonly Mentionable[]
  field: CompletedField
  draft: string
  onDraft: (draft: string) => void
}

/** Members to name, for `@` in the field of a note. */
export function MentionMenu(props: MentionMenuProps) {
  const { asked, close } = useAsked(props, findMention)
  return asked && <MemberList {...props} asked={asked} onClose={close} />
}

interface MemberListProps extends MentionMenuProps {
  asked: AskedWord
  onClose: () => void
}

function MemberList({ members, field, asked, onDraft, onClose }: MemberListProps) {
  const { notes: text } = useEntriesText()
  const { query } = asked
  const id = useId()
  const found = findMembers(members, query)
  const [chosen, setChosen] = useState({ query, index: 0 })
  const active = chosen.query === query ? Math.min(chosen.index, Math.max(found.length - 1, 0)) : 0
  const optionId = (index: number): string => `${id}-${index}`
  const choose = (member: Mentionable): void => {
    const control = field.current
    if (!control) return
    const change = (draft: string) => {
      onDraft(draft)
      onClose()
    }
    putInPlace(control, { asked, by: `@${member.name} `, onDraft: change })
  }
  useTied(field, id, found.length > 0 ? optionId(active) : undefined)
  useKeys(field, (key) => {
    const member = found[active]
    // Nobody fits: the field has its keys to itself.
    if (!member) return false
    if (key === 'Escape') onClose()
    else if (key === 'Enter' || key === 'Tab') choose(member)
    else if (key === 'ArrowDown') setChosen({ query, index: (active + 1) % found.length })
    else if (key === 'ArrowUp') setChosen({ query, index: (active + found.length - 1) % found.length })
    else return false
    return true
  })
  if (found.length === 0) return null
  return (
    <div
      id={id}
      role="listbox"
      aria-label={text.members}
      className="absolute inset-x-3 bottom-full z-20 mb-1 max-h-80 overflow-y-auto rounded-xl border border-line bg-surface p-1.5 shadow-raised md:inset-x-6"
    >
      {found.map((member, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys choose here
        <div
          key={member.userId}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(member)}
          className={classes(
            'cursor-pointer truncate rounded-md px-2.5 py-1.5 text-sm',
            index === active && 'bg-sunken',
          )}
        >
          {member.name}
        </div>
      ))}
    </div>
  )
}
