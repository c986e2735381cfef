import { Megaphone, Plus } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { Cell } from '../../ui/table.tsx'
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
  return (
    <ListCard
      text={text}
      icon={Megaphone}
      list={channels}
      rows={channels.data?.channels ?? []}
      columns={[text.columns.name, text.columns.role]}
      toRow={(channel) => (
        <ChannelRow key={channel.jid} channel={channel} onOpen={() => onOpen(channel.jid)} />
      )}
      actions={actions}
    >
      {dialog === 'create' && <CreateChannelDialog clientId={clientId} onClose={() => setDialog(null)} />}
      {dialog === 'follow' && <FollowDialog clientId={clientId} onClose={() => setDialog(null)} />}
    </ListCard>
  )
}
