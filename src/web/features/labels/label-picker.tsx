import { Check, Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { LABEL_COLOURS, MAX_LABEL_CHARS } from '../../../contract/conversations/label-colours.ts'
import { api } from '../../app/api.ts'
import { classes } from '../../ui/classes.ts'
import { Input } from '../../ui/field.tsx'
import { LabelChip } from './label-chip.tsx'
import { type Label, type LabelledPlace, useLabels, type useLabelsOf } from './label-data.ts'
import { findLabels } from './label-search.ts'
import { useLabelsText } from './labels-text.ts'

interface LabelPickerProps {
  place: LabelledPlace
  /** Those that the conversation has. */
  chosen: readonly { id: string }[]
  change: ReturnType<typeof useLabelsOf>['change']
  onManage: () => void
}

/** Puts labels on a conversation and takes them off; a new one gets the next colour. */
function useToggles({ place, chosen, change }: LabelPickerProps, labels: readonly Label[]) {
  const at = { clientId: place.clientId, target: place.jid }
  return {
    toggle: ({ id }: Label) => {
      const has = chosen.some((one) => one.id === id)
      const act = has ? api.chat.removeLabel : api.chat.addLabel
      change.mutate(() => act({ ...at, labelId: id }))
    },
    create: (name: string) => {
      const colour = LABEL_COLOURS[labels.length % LABEL_COLOURS.length] ?? 'grey'
      change.mutate(async () => {
        const { id } = await api.labels.create({ name, colour })
        return api.chat.addLabel({ ...at, labelId: id })
      })
    },
  }
}

const OPTION = 'flex w-full cursor-pointer items-center gap-2 rounded-md px-2 py-1.5 text-sm'

interface OptionProps {
  id: string
  isActive: boolean
  isChosen: boolean
  onTake: () => void
  children: ReactNode
}

function Option({ id, isActive, isChosen, onTake, children }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys choose here
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTake}
      className={classes(OPTION, isActive && 'bg-sunken')}
    >
      {children}
    </div>
  )
}

/** Finds a label by its name; arrows choose, Enter puts it on or takes it off. */
export function LabelPicker(props: LabelPickerProps) {
  const text = useLabelsText()
  const id = useId()
  const { data: labels = [] } = useLabels()
  const [typed, setTyped] = useState('')
  const [index, setIndex] = useState(0)
  const { found, isNew } = findLabels(labels, typed)
  const count = found.length + (isNew ? 1 : 0)
  const active = Math.min(index, Math.max(count - 1, 0))
  const { toggle, create } = useToggles(props, labels)
  const take = (at: number): void => {
    const label = found[at]
    if (label) toggle(label)
    else if (isNew) create(typed.trim())
    setTyped('')
    setIndex(0)
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || count === 0) return
    if (event.key === 'ArrowDown') setIndex((active + 1) % count)
    else if (event.key === 'ArrowUp') setIndex((active + count - 1) % count)
    else if (event.key === 'Enter') take(active)
    else return
    event.preventDefault()
  }
  const optionOf = (at: number) => ({
    id: `${id}-${at}`,
    isActive: at === active,
    onTake: () => take(at),
  })
  return (
    <>
      <Input
        role="combobox"
        aria-label={text.find}
        placeholder={text.find}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={count > 0 ? `${id}-${active}` : undefined}
        maxLength={MAX_LABEL_CHARS}
        value={typed}
        onKeyDown={onKey}
        onChange={({ target }) => {
          setTyped(target.value)
          setIndex(0)
        }}
      />
      <div
        id={id}
        role="listbox"
        aria-label={text.title}
        aria-multiselectable
        className="mt-1 max-h-64 overflow-y-auto"
      >
        {found.map((label, at) => {
          const has = props.chosen.some((one) => one.id === label.id)
          return (
            <Option key={label.id} {...optionOf(at)} isChosen={has}>
              <Check className={classes('size-4 shrink-0', !has && 'invisible')} aria-hidden />
              <LabelChip name={label.name} colour={label.colour} />
            </Option>
          )
        })}
        {isNew && (
          <Option {...optionOf(found.length)} isChosen={false}>
            <Plus className="size-4 shrink-0" aria-hidden />
            <span className="truncate">{text.createNamed(typed.trim())}</span>
          </Option>
        )}
      </div>
      {count === 0 && <p className="px-2 py-1.5 text-sm text-ink-soft">{text.none}</p>}
      <button
        type="button"
        onClick={props.onManage}
        className="mt-1 px-2 py-1 text-[0.8125rem] text-accent underline"
      >
        {text.manage}
      </button>
    </>
  )
}
