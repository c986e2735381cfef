import { Link } from '@tanstack/react-router'
import { Hourglass, type LucideIcon, MailOpen, Timer, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useReadable } from '../../i18n/addresses.ts'
import { useDates } from '../../i18n/dates.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { Card } from '../../ui/card.tsx'
import { classes } from '../../ui/classes.ts'
import { MOST_COUNTED, type Overview, sumOf, useFirstAnswers } from './overview-data.ts'
import { useOverviewText } from './overview-text.ts'
import { formatWait } from './wait-time.ts'

interface TileProps {
  icon: LucideIcon
  name: string
  figure: string
  children: ReactNode
  /** Somebody should look. */
  isCalling?: boolean
}

function Tile({ icon: Icon, name, figure, children, isCalling = false }: TileProps) {
  return (
    <Card className="relative flex flex-col p-5 transition-colors has-[a:hover]:border-accent">
      <h2 className="flex items-center gap-2 text-sm font-medium text-ink-soft">
        <Icon className={classes('size-4', isCalling && 'text-warn')} aria-hidden />
        {name}
      </h2>
      <p className="mt-2 text-3xl font-semibold tracking-tight tabular-nums">{figure}</p>
      <p className="mt-1 text-[0.8125rem] text-pretty text-ink-soft">{children}</p>
    </Card>
  )
}

/** Its link covers the tile. */
const COVERING = 'after:absolute after:inset-0 after:rounded-2xl'

/** What waits, what nobody read, who came: each leads to where one does something about it. */
export function StatTiles({ overview, clientId }: { overview: Overview; clientId: string | undefined }) {
  const readable = useReadable()
  const { tiles: text, most } = useOverviewText()
  const dates = useDates()
  const { tag } = useLanguage()
  const { waiting, unread, days } = overview
  const answers = useFirstAnswers(clientId, days)
  const { oldest } = waiting
  const where = clientId === undefined ? { all: true as const } : { client: clientId }
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <Tile
        icon={Hourglass}
        name={text.waiting}
        figure={most(waiting.count, MOST_COUNTED)}
        isCalling={waiting.count > 0}
      >
        {oldest ? (
          <Link
            to="/inbox"
            search={{ ...where, client: oldest.clientId, chat: oldest.jid, show: 'waiting' }}
            className={COVERING}
          >
            {text.waitingSince(oldest.contactName ?? readable(oldest.jid), dates.ago(oldest.since))}
          </Link>
        ) : (
          text.noneWaits
        )}
      </Tile>
      <Tile icon={MailOpen} name={text.unread} figure={most(unread, MOST_COUNTED)}>
        {unread > 0 ? (
          <Link to="/inbox" search={{ ...where, show: 'open' }} className={COVERING}>
            {text.unreadBody}
          </Link>
        ) : (
          text.allRead
        )}
      </Tile>
      <Tile
        icon={Timer}
        name={text.firstAnswer}
        figure={typeof answers?.medianSec === 'number' ? formatWait(answers.medianSec, tag) : '–'}
      >
        {answers && answers.answered > 0 ? text.firstAnswerBody(answers.answered) : text.noFirstAnswer}
      </Tile>
      <Tile icon={UserPlus} name={text.newContacts} figure={String(sumOf(days, 'newContacts'))}>
        <Link to="/contacts" className={COVERING}>
          {text.newContactsBody}
        </Link>
      </Tile>
    </div>
  )
}
