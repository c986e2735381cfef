import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queries } from '../../app/api.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import type { OwnStatus, ReceivedStatus } from './status-data.ts'
import { useStatusesText } from './statuses-text.ts'
import { textColourOn } from './text-colour.ts'

const FEED = 'status@broadcast'
const DEFAULT_BACKGROUND = '#1f6e5c'

type Font = NonNullable<OwnStatus['font']>
const FONTS: Readonly<Record<Font, string>> = {
  system: '',
  systemText: '',
  script: 'font-[cursive]',
  bold: 'font-bold',
  morningBreeze: 'font-[cursive] italic',
  calistoga: 'font-serif font-bold',
  exo: 'font-extrabold tracking-wide',
  courier: 'font-mono font-bold',
}

interface FaceProps {
  clientId: string
  status: Pick<OwnStatus | ReceivedStatus, 'id' | 'type' | 'text' | 'background'>
  font?: OwnStatus['font']
  fromMe: boolean
  /** Its file is brought here at once, not only when somebody asks: each is a download. */
  isBrought: boolean
  isLarge?: boolean
  /** It stands before the person's eyes. */
  onShown?: () => void
}

const WITH_FILE = new Set(['image', 'video', 'audio'])

function FileFace({ clientId, status, fromMe, isBrought, onShown }: FaceProps) {
  const { face: text } = useStatusesText()
  const [isWanted, setWanted] = useState(isBrought)
  const file = useQuery(
    queries.chat.downloadMedia.queryOptions({
      input: { clientId, jid: FEED, messageId: status.id, fromMe },
      enabled: isWanted,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    }),
  )
  const url = file.data?.url ?? null
  if (file.isError) return <p className="text-sm text-ink-soft">{text.noFile}</p>
  if (url === null)
    return (
      <Button variant="secondary" size="small" busy={file.isFetching} onClick={() => setWanted(true)}>
        {text.load}
      </Button>
    )
  if (status.type === 'image')
    return (
      <img
        src={url}
        alt={status.text ?? text.picture}
        onLoad={onShown}
        className="max-h-72 max-w-full rounded-lg"
      />
    )
  if (status.type === 'video')
    return (
      <video
        src={url}
        controls
        preload="metadata"
        onPlay={onShown}
        className="max-h-72 max-w-full rounded-lg bg-black"
      >
        <track kind="captions" />
      </video>
    )
  // biome-ignore lint/a11y/useMediaCaption: nobody wrote captions for what people say
  return <audio src={url} controls onPlay={onShown} className="max-w-full" />
}

function WordsFace({ status, font = null, isLarge = false, onShown }: FaceProps) {
  const { face: text } = useStatusesText()
  useEffect(() => onShown?.(), [onShown])
  const background = status.background ?? DEFAULT_BACKGROUND
  if (status.text === null)
    return <p className="text-sm text-ink-soft">{status.type === 'revoked' ? text.gone : text.unknown}</p>
  return (
    <p
      style={{ backgroundColor: background, color: textColourOn(background) }}
      className={classes(
        'grid place-items-center rounded-xl px-4 text-center text-lg break-words whitespace-pre-wrap',
        isLarge ? 'min-h-48 py-8' : 'min-h-20 max-w-sm py-4',
        FONTS[font ?? 'system'],
      )}
    >
      {status.text}
    </p>
  )
}

/** A status as its viewers see it. */
export function StatusFace(props: FaceProps) {
  const { type, text } = props.status
  if (!WITH_FILE.has(type)) return <WordsFace {...props} />
  return (
    <div className="space-y-2">
      <FileFace {...props} />
      {text !== null && <p className="break-words whitespace-pre-wrap">{text}</p>}
    </div>
  )
}
