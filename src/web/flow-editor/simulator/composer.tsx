import { Image, type LucideIcon, MapPin, Mic, Paperclip, Plus, SendHorizontal, UserRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { MessageType } from '../../../core/conversation/message.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/field.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { useEditorText } from '../editor-text.ts'
import type { Act } from '../model/simulate/flow-simulator.ts'

const KINDS: readonly [MessageType, LucideIcon][] = [
  ['image', Image],
  ['document', Paperclip],
  ['voice', Mic],
  ['location', MapPin],
  ['contact', UserRound],
]

/** Writes as the contact, or as a person of ours. */
export function Composer({ act }: { act: Act }) {
  const { simulator: text, panel } = useEditorText()
  const [typed, setTyped] = useState('')
  const [isHuman, setHuman] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() === '') return
    act((simulator) => (isHuman ? simulator.writeAsHuman(typed) : simulator.receive(typed)))
    setTyped('')
  }
  return (
    <form onSubmit={submit} className="border-t border-line p-3">
      <div className="flex items-center gap-1.5">
        <Menu
          trigger={
            <Button variant="quiet" size="icon" className="size-9" aria-label={text.sendOther}>
              <Plus aria-hidden />
            </Button>
          }
        >
          {KINDS.map(([type, Icon]) => (
            <MenuItem key={type} onSelect={() => act((simulator) => simulator.receive('', type))}>
              <Icon aria-hidden />
              {panel.choices[type]}
            </MenuItem>
          ))}
        </Menu>
        <Input
          aria-label={isHuman ? text.writeAsHuman : text.writeAsContact}
          placeholder={isHuman ? text.writeAsHuman : text.writeAsContact}
          className="h-10 text-sm"
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" size="icon" aria-label={text.send}>
          <SendHorizontal aria-hidden />
        </Button>
      </div>
      <label className="mt-2 flex items-center gap-2 text-[0.8125rem] text-ink-soft">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={isHuman}
          onChange={(event) => setHuman(event.target.checked)}
        />
        {text.asHuman}
      </label>
    </form>
  )
}
