import { ArrowLeft, Bell, BellOff, Pencil } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { PictureButtons } from '../profile/picture-buttons.tsx'
import { useProfileText } from '../profile/profile-text.ts'
import { type Channel, type InChannel, isAdmin, useChannel, useChannelChange } from './channel-data.ts'
import { ChangeChannelDialog } from './channel-dialogs.tsx'
import { useChannelsText } from './channels-text.ts'
import { PostForm } from './post-form.tsx'
import { PostList } from './post-list.tsx'

interface OfChannel {
  clientId: string
  channel: Channel
}

function FollowButtons({ clientId, channel }: OfChannel) {
  const text = useChannelsText()
  const change = useChannelChange()
  const { jid: channelJid, role, muted } = channel
  const of = { clientId, channelJid }
  if (role === 'owner') return null
  if (role === 'guest')
    return (
      <Button
        right="talk"
        busy={change.isPending}
        onClick={() => change.mutate({ act: () => api.channels.follow(of), done: text.follow.done })}
      >
        {text.follow.action}
      </Button>
    )
  const isMuted = muted === true
  return (
    <>
      <Button
        variant="secondary"
        right="talk"
        busy={change.isPending}
        onClick={() =>
          change.mutate({
            act: () => api.channels.setMuted({ ...of, muted: !isMuted }),
            done: isMuted ? text.unmuted : text.mutedNow,
          })
        }
      >
        {isMuted ? <Bell aria-hidden /> : <BellOff aria-hidden />}
        {isMuted ? text.unmute : text.mute}
      </Button>
      <Button
        variant="secondary"
        right="talk"
        busy={change.isPending}
        onClick={() => change.mutate({ act: () => api.channels.unfollow(of), done: text.unfollowed })}
      >
        {text.unfollow}
      </Button>
    </>
  )
}

function DeleteButton({ clientId, channel, onDeleted }: OfChannel & { onDeleted: () => void }) {
  const { remove: text } = useChannelsText()
  const change = useChannelChange(onDeleted)
  const { jid: channelJid, name } = channel
  return (
    <ConfirmButton
      variant="danger"
      right="talk"
      busy={change.isPending}
      question={{ title: text.title(name), description: text.body, action: text.action }}
      onConfirm={(close) =>
        change.mutate(
          { act: () => api.channels.delete({ clientId, channelJid }), done: text.done(name) },
          { onSettled: close },
        )
      }
    >
      {text.action}
    </ConfirmButton>
  )
}

function LoadedChannel({ clientId, channel, onBack }: OfChannel & { onBack: () => void }) {
  const text = useChannelsText()
  const { picture: ofPictures } = useProfileText()
  const picture = useChannelChange()
  const [isChanging, setChanging] = useState(false)
  const { jid: channelJid, description, link, followers } = channel
  const of = { clientId, channelJid }
  const mayChange = isAdmin(channel)
  return (
    <div className="space-y-6">
      <SectionCard
        title={channel.name || text.unnamed}
        {...(description === null ? {} : { description })}
        action={
          <div className="flex flex-wrap justify-end gap-2">
            <FollowButtons clientId={clientId} channel={channel} />
            {mayChange && (
              <Button variant="secondary" right="talk" onClick={() => setChanging(true)}>
                <Pencil aria-hidden />
                {text.change}
              </Button>
            )}
          </div>
        }
      >
        <div className="space-y-4">
          <div className="flex flex-wrap items-center gap-3 text-sm text-ink-soft">
            {followers !== null && <span>{text.followers(followers)}</span>}
            {link !== null && (
              <span className="flex min-w-0 items-center gap-1">
                <span className="truncate">{link}</span>
                <CopyButton value={link} />
              </span>
            )}
          </div>
          {mayChange && (
            <PictureButtons
              right="talk"
              busy={picture.isPending}
              onSet={(chosen) =>
                picture.mutate({
                  act: () => api.channels.update({ ...of, picture: chosen }),
                  done: chosen === null ? ofPictures.removed : ofPictures.changed,
                })
              }
            />
          )}
        </div>
      </SectionCard>
      {mayChange && <PostForm {...of} />}
      <PostList {...of} channel={channel} />
      {channel.role === 'owner' && <DeleteButton clientId={clientId} channel={channel} onDeleted={onBack} />}
      {isChanging && (
        <ChangeChannelDialog clientId={clientId} channel={channel} onClose={() => setChanging(false)} />
      )}
    </div>
  )
}

/** One channel: what it is, its posts, and for its admins what they do with it. */
export function ChannelView({ clientId, channelJid, onBack }: InChannel & { onBack: () => void }) {
  const text = useChannelsText()
  const channel = useChannel({ clientId, channelJid })
  return (
    <div className="space-y-4">
      <Button variant="quiet" onClick={onBack}>
        <ArrowLeft aria-hidden />
        {text.back}
      </Button>
      {channel.isPending && <LoadingRows rows={3} />}
      {channel.isError && <ErrorState error={channel.error} onRetry={() => void channel.refetch()} />}
      {channel.data && <LoadedChannel clientId={clientId} channel={channel.data} onBack={onBack} />}
    </div>
  )
}
