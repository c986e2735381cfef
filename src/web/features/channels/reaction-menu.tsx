import { SmilePlus } from 'lucide-react'
import { api } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuEmojis, MenuItem } from '../../ui/menu.tsx'
import { type InChannel, type Post, usePostChange } from './channel-data.ts'
import { useChannelsText } from './channels-text.ts'
import { readPost } from './post-cache.ts'

/** What the number says of a post with an emoji; it has one at a time. */
export function ReactionMenu({ post, ...of }: InChannel & { post: Post }) {
  const { chat } = useText()
  const { posts: text } = useChannelsText()
  const change = usePostChange(of)
  const { serverId } = post
  const react = (emoji: string) =>
    change.mutate({
      act: () => api.channels.react({ ...of, serverId, emoji }),
      mend: (cache) => readPost(cache, of, serverId),
      done: emoji === '' ? text.reactionGone : text.reacted,
    })
  const trigger = (
    <Button variant="quiet" size="small" right="talk" busy={change.isPending}>
      {!change.isPending && <SmilePlus aria-hidden />}
      {chat.react}
    </Button>
  )
  return (
    <Menu trigger={trigger} align="start">
      <MenuEmojis label={chat.react} onChoose={react} />
      <MenuItem right="talk" onSelect={() => react('')}>
        {chat.removeReaction}
      </MenuItem>
    </Menu>
  )
}
