import { MessageSquare, StickyNote } from 'lucide-react'
import { useEffect } from 'react'
import { classes } from '../../../ui/classes.ts'
import { useEntriesText } from './entries-text.ts'
import { NOTE_COLOURS } from './note-look.ts'

interface NoteSwitchProps {
  isNote: boolean
  /** What is begun is a message and cannot become a note. */
  isFixed: boolean
  onChange: (isNote: boolean) => void
}

/** By the place of the key: with Alt some keyboards write another letter. */
const isShortcut = ({ altKey, ctrlKey, metaKey, code }: KeyboardEvent): boolean =>
  altKey && !ctrlKey && !metaKey && code === 'KeyN'

/** Whether a message or a note is written; Alt with N changes it. */
export function NoteSwitch({ isNote, isFixed, onChange }: NoteSwitchProps) {
  const { notes: text } = useEntriesText()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event) || isFixed) return
      event.preventDefault()
      onChange(!isNote)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isNote, isFixed, onChange])
  const choices = [
    { isChosen: !isNote, note: false, Icon: MessageSquare, name: text.toContact },
    { isChosen: isNote, note: true, Icon: StickyNote, name: text.toTeam },
  ]
  return (
    <fieldset
      className={classes(
        'flex gap-1 border-t px-3 pt-2 md:px-6',
        isNote ? classes(NOTE_COLOURS, 'border-b-0') : 'border-line bg-surface',
      )}
    >
      <legend className="sr-only">{text.choose}</legend>
      {choices.map(({ isChosen, note, Icon, name }) => (
        <button
          key={name}
          type="button"
          aria-pressed={isChosen}
          aria-keyshortcuts="Alt+N"
          title={text.shortcut}
          disabled={note && isFixed}
          onClick={() => onChange(note)}
          className={classes(
            'inline-flex items-center gap-1.5 rounded-md px-2 py-1 text-[0.8125rem] font-medium disabled:opacity-55 [&_svg]:size-3.5',
            isChosen ? 'bg-ink/10 text-ink' : 'text-ink-soft hover:bg-sunken hover:text-ink',
          )}
        >
          <Icon aria-hidden />
          {name}
        </button>
      ))}
    </fieldset>
  )
}
