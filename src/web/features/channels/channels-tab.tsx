import { Megaphone, Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { type Channel, isAdmin, useChannels } from './channel-data.ts'
import { CreateChannelDialog, FollowDialog } from './channel-dialogs.tsx'
import { ChannelView } from './channel-view.tsx'
import { useChannelsText } from './channels-text.ts'

function ChannelRow({ channel, onOpen }: { channel: Channel; onOpen: () => void }) {
  const text = useChannelsText()
  const name = channel.name || text.unnamed
  return (
    <tr>
      <Cell className="max-w-64 font-medium">
        <button
          type="button"
          aria-label={text.open(name)}
          onClick={onOpen}
          className="block max-w-full truncate rounded text-start hover:text-accent"
        >
          {name}
        </button>
      </Cell>
      <Cell>
        <span className="flex flex-wrap gap-2">
          {channel.role && (
            <Badge tone={isAdmin(channel) ? 'good' : 'neutral'}>{text.roles[channel.role]}</Badge>
          )}
          {channel.muted === true && <Badge tone="neutral">{text.muted}</Badge>}
        </span>
      </Cell>
    </tr>
  )
}

interface ChannelsTabProps {
  clientId: string
  /** The channel that is open, by its address; it is in the address of the page. */
  opened: string | null
  onOpen: (channelJid: string | null) => void
}

/** The channels a number follows or has, and one of them when it is opened. */
export function ChannelsTab({ clientId, opened, onOpen }: ChannelsTabProps) {
  const text = useChannelsText()
  const channels = useChannels(clientId)
  const [dialog, setDialog] = useState<'create' | 'follow' | null>(null)
  if (opened !== null)
    return <ChannelView clientId={clientId} channelJid={opened} onBack={() => onOpen(null)} />
  const rows = channels.data?.channels ?? []
  const actions = (
    <div className="flex flex-wrap justify-center gap-2">
      <Button variant="secondary" right="talk" onClick={() => setDialog('follow')}>
        {text.follow.open}
      </Button>
      <Button right="talk" onClick={() => setDialog('create')}>
        <Plus aria-hidden />
        {text.create.open}
      </Button>
    </div>
  )
  const refresh = (
    <Button
      variant="secondary"
      size="icon"
      aria-label={text.refresh}
      busy={channels.isFetching}
      onClick={() => void channels.refetch()}
    >
      <RefreshCw aria-hidden />
    </Button>
  )
  return (
    <SectionCard
      title={text.title}
      description={text.intro}
      action={
        rows.length > 0 && (
          <div className="flex gap-2">
            {refresh}
            {actions}
          </div>
        )
      }
    >
      {channels.isPending && <LoadingRows rows={3} />}
      {channels.isError && <ErrorState error={channels.error} onRetry={() => void channels.refetch()} />}
      {channels.isSuccess && rows.length === 0 && (
        <EmptyState icon={Megaphone} title={text.empty} action={actions}>
          {text.emptyBody}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <Table label={text.title} columns={[{ name: text.columns.name }, { name: text.columns.role }]}>
          {rows.map((channel) => (
            <ChannelRow key={channel.jid} channel={channel} onOpen={() => onOpen(channel.jid)} />
          ))}
        </Table>
      )}
      {dialog === 'create' && <CreateChannelDialog clientId={clientId} onClose={() => setDialog(null)} />}
      {dialog === 'follow' && <FollowDialog clientId={clientId} onClose={() => setDialog(null)} />}
    </SectionCard>
  )
}
