import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Megaphone, Pencil } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api } from '../../app/api.ts'
import { useDates } from '../../i18n/dates.ts'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import {
  type Channel,
  type InChannel,
  isAdmin,
  type Post,
  usePostChange,
  usePosts,
  useWatch,
} from './channel-data.ts'
import { useChannelsText } from './channels-text.ts'
import { dropPost, readPost } from './post-cache.ts'
import { ReactionMenu } from './reaction-menu.tsx'

/** Pictures of so many posts are brought here at once, others when somebody asks: each is a download. */
const SHOWN_AT_ONCE = 6

type OfPost = InChannel & { post: Post }

/** The file of a post: a picture is shown, the rest is fetched when somebody asks for it. */
function PostFile({ post, isShown, ...of }: OfPost & { isShown: boolean }) {
  const { posts: text } = useChannelsText()
  const isPicture = post.type === 'image'
  const [isWanted, setWanted] = useState(isPicture && isShown)
  const input = { ...of, serverId: post.serverId }
  const file = useQuery({
    // Not among what is read again after a change: it is a file that was brought here.
    queryKey: ['channel-file', input],
    queryFn: ({ signal }) => api.channels.downloadFile(input, { signal }),
    retry: false,
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const name = post.file?.fileName ?? text.file
  if (file.isError) return <p className="text-sm text-ink-soft">{text.noFile}</p>
  if (file.data && isPicture)
    return (
      <a href={file.data.url} target="_blank" rel="noreferrer">
        <img src={file.data.url} alt={post.text ?? text.picture} className="max-h-72 max-w-full rounded-lg" />
      </a>
    )
  if (file.data)
    return (
      <Button asChild variant="secondary" size="small">
        <a href={file.data.url} download={post.file?.fileName ?? true}>
          {text.save(name)}
        </a>
      </Button>
    )
  return (
    <Button variant="secondary" size="small" busy={file.isFetching} onClick={() => setWanted(true)}>
      {text.fetch(name)}
    </Button>
  )
}

function EditDialog({ post, onClose, ...of }: OfPost & { onClose: () => void }) {
  const text = useChannelsText()
  const change = usePostChange(of, onClose)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const written = String(new FormData(event.currentTarget).get('text') ?? '').trim()
    const act = () => api.channels.editPost({ ...of, serverId: post.serverId, text: written })
    const mend = (cache: QueryClient) => readPost(cache, of, post.serverId)
    change.mutate({ act, mend, done: text.posts.edited })
  }
  return (
    <Dialog open onOpenChange={onClose} title={text.posts.edit}>
      <form onSubmit={submit} className="space-y-4">
        <Field label={post.file === null ? text.post.text : text.post.caption}>
          {(control) => (
            <TextArea
              {...control}
              name="text"
              rows={4}
              required
              maxLength={65_536}
              defaultValue={post.text ?? ''}
            />
          )}
        </Field>
        <FormActions busy={change.isPending} action={text.save} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

function OwnButtons({ post, ...of }: OfPost) {
  const { posts: text } = useChannelsText()
  const change = usePostChange(of)
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      {post.type !== 'poll' && (
        <Button variant="quiet" size="small" right="talk" onClick={() => setEditing(true)}>
          <Pencil aria-hidden />
          {text.edit}
        </Button>
      )}
      <ConfirmButton
        variant="quiet"
        size="small"
        right="talk"
        busy={change.isPending}
        question={{ title: text.deleteTitle, description: text.deleteBody, action: text.delete }}
        onConfirm={(close) =>
          change.mutate(
            {
              act: () => api.channels.deletePost({ ...of, id: post.id }),
              mend: (cache) => dropPost(cache, of, ({ id }) => id === post.id),
              done: text.deleted,
            },
            { onSettled: close },
          )
        }
      >
        {text.delete}
      </ConfirmButton>
      {isEditing && <EditDialog {...of} post={post} onClose={() => setEditing(false)} />}
    </>
  )
}

interface PostItemProps extends OfPost {
  mayChange: boolean
  mayReact: boolean
  isShown: boolean
}

function PostItem({ post, mayChange, mayReact, isShown, ...of }: PostItemProps) {
  const { posts: text } = useChannelsText()
  const dates = useDates()
  return (
    <li className="space-y-2 py-4">
      {post.file !== null && <PostFile {...of} post={post} isShown={isShown} />}
      {post.text !== null && <p className="whitespace-pre-wrap break-words">{post.text}</p>}
      {post.text === null && post.file === null && <p className="text-ink-soft">{text.unknown}</p>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem] text-ink-soft">
        {post.postedAt !== null && (
          <time dateTime={post.postedAt} title={dates.exact(post.postedAt)}>
            {dates.ago(post.postedAt)}
          </time>
        )}
        {post.editedAt !== null && <span>{text.changed}</span>}
        <span>{text.views(post.views)}</span>
        {post.reactions.map(({ emoji, count }) => (
          <span key={emoji} className="tabular-nums">
            {emoji} {count}
          </span>
        ))}
      </div>
      <div className="flex flex-wrap gap-1">
        {mayReact && <ReactionMenu {...of} post={post} />}
        {mayChange && <OwnButtons {...of} post={post} />}
      </div>
    </li>
  )
}

/** What was posted in a channel, newest first. */
export function PostList({ channel, ...of }: InChannel & { channel: Channel }) {
  const { posts: text } = useChannelsText()
  const pages = usePosts(of)
  useWatch(of)
  const posts = pages.data?.pages.flatMap((page) => page.posts) ?? []
  return (
    <SectionCard title={text.title}>
      {pages.isPending && <LoadingRows rows={3} />}
      {pages.isError && <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isSuccess && posts.length === 0 && (
        <EmptyState icon={Megaphone} title={text.none}>
          {isAdmin(channel) ? text.noneOwn : text.noneOther}
        </EmptyState>
      )}
      <ul className="divide-y divide-line">
        {posts.map((post, n) => (
          <PostItem
            key={post.serverId}
            {...of}
            post={post}
            mayChange={isAdmin(channel)}
            mayReact={channel.reactions !== 'none'}
            isShown={n < SHOWN_AT_ONCE}
          />
        ))}
      </ul>
      <MoreButton pages={pages} label={text.more} className="mt-4 flex justify-center" />
    </SectionCard>
  )
}
