import { CornerDownRight, MessageSquareReply, OctagonX } from 'lucide-react'
import { MenuItem, MoreMenu } from '../../../ui/menu.tsx'
import type { CurrentFlow } from './flow-data.ts'
import { useFlowDeskText } from './flow-text.ts'

type Run = NonNullable<CurrentFlow['run'] | CurrentFlow['lastRun']>

/** What is asked about a run before something is done with it. */
export interface RunDialog {
  ask: 'answer' | 'step' | 'end'
  run: Run
  /** People have the contact now. */
  isPaused: boolean
}

interface RunMenuProps extends Omit<RunDialog, 'ask'> {
  onOpen: (dialog: RunDialog) => void
}

/** What else can be done with a run that has not ended. */
export function RunMenu({ onOpen, ...about }: RunMenuProps) {
  const { run } = about
  const text = useFlowDeskText()
  return (
    <MoreMenu label={text.more} className="size-8">
      {run.state === 'waiting_input' && (
        <MenuItem right="talk" onSelect={() => onOpen({ ask: 'answer', ...about })}>
          <MessageSquareReply aria-hidden />
          {text.answerForThem}
        </MenuItem>
      )}
      <MenuItem right="talk" onSelect={() => onOpen({ ask: 'step', ...about })}>
        <CornerDownRight aria-hidden />
        {text.goOnAtStep}
      </MenuItem>
      <MenuItem right="talk" tone="danger" onSelect={() => onOpen({ ask: 'end', ...about })}>
        <OctagonX aria-hidden />
        {text.end}
      </MenuItem>
    </MoreMenu>
  )
}
