import { useQuery } from '@tanstack/react-query'
import { Download, FileText, ImageOff, Pause, Play } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useRef, useState } from 'react'
import { queries } from '../../../app/api.ts'
import { useText } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import type { InboxMessage } from '../chat-data.ts'
import { type Content, toClock } from './content.ts'

type Of<Kind extends Content['kind']> = Extract<Content, { kind: Kind }>

/** Where a message's file is. One that is on its way is waited for; any other one is fetched when it is asked for. */
function useFile({ message, file }: InboxMessage) {
  const [isAsked, ask] = useState(false)
  const { clientId, jid, id: messageId, fromMe } = message
  const isStored = file?.url != null
  const fetched = useQuery(
    queries.chat.downloadMedia.queryOptions({
      input: { clientId, jid, messageId, fromMe },
      enabled: !isStored && (isAsked || file?.state === 'waiting'),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    }),
  )
  return {
    url: file?.url ?? fetched.data?.url ?? null,
    isLoading: fetched.isFetching,
    hasFailed: fetched.isError || file?.state === 'gone',
    load: () => (isAsked ? void fetched.refetch() : ask(true)),
  }
}

function LoadButton({ file, className }: { file: ReturnType<typeof useFile>; className?: string }) {
  const { chat: text } = useText()
  return (
    <Button variant="secondary" size="small" busy={file.isLoading} onClick={file.load} className={className}>
      {!file.isLoading && (file.hasFailed ? <ImageOff aria-hidden /> : <Download aria-hidden />)}
      {file.hasFailed ? text.loadAgain : text.load}
    </Button>
  )
}

function Lightbox({ url, alt, children }: { url: string; alt: string; children: React.ReactNode }) {
  const { chat: text, shell } = useText()
  return (
    <Radix.Root>
      <Radix.Trigger className="block overflow-hidden rounded-xl" aria-label={text.openImage}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Overlay className="animate-fade fixed inset-0 z-40 bg-black/85" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-0 z-50 flex flex-col items-center justify-center gap-4 p-4 outline-none"
        >
          <Radix.Title className="sr-only">{text.types.image}</Radix.Title>
          <img src={url} alt={alt} className="max-h-[82dvh] max-w-full rounded-lg object-contain" />
          <div className="flex gap-2">
            <Button asChild variant="secondary">
              <a href={url} download>
                <Download aria-hidden />
                {text.download}
              </a>
            </Button>
            <Radix.Close asChild>
              <Button variant="secondary">{shell.close}</Button>
            </Radix.Close>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Keeps its place before the picture is there, so that nothing jumps. */
export function PictureView({
  entry,
  content,
}: {
  entry: InboxMessage
  content: Of<'image' | 'video' | 'sticker'>
}) {
  const { chat: text } = useText()
  const file = useFile(entry)
  const alt = entry.message.text ?? text.types[content.kind] ?? ''
  const ratio = content.width && content.height ? content.width / content.height : 4 / 3
  const size = { aspectRatio: String(Math.min(2.5, Math.max(0.6, ratio))) }
  const frame = classes(
    'block max-h-80 max-w-full object-cover',
    content.kind === 'sticker' ? 'w-32' : 'w-72',
  )
  if (!content.isShowable) {
    if (content.thumbnail) return <img src={content.thumbnail} alt={alt} style={size} className={frame} />
    return <p className="text-ink-soft italic">{alt}</p>
  }
  if (file.url !== null && content.kind === 'video') {
    return (
      <video
        src={file.url}
        controls
        preload="metadata"
        style={size}
        className={classes(frame, 'rounded-xl bg-black')}
      >
        <track kind="captions" />
      </video>
    )
  }
  if (file.url !== null) {
    return (
      <Lightbox url={file.url} alt={alt}>
        <img src={file.url} alt={alt} loading="lazy" style={size} className={frame} />
      </Lightbox>
    )
  }
  return (
    <div className="relative grid place-items-center overflow-hidden rounded-xl bg-sunken">
      {content.thumbnail ? (
        <img src={content.thumbnail} alt={alt} style={size} className={classes(frame, 'blur-sm')} />
      ) : (
        <div style={size} className={frame} />
      )}
      <LoadButton file={file} className="absolute" />
    </div>
  )
}

const EVEN_WAVE: readonly number[] = Array.from(
  { length: 36 },
  (_, bar) => 0.3 + 0.25 * Math.abs(Math.sin(bar)),
)

/** Plays sound; the loudness stands behind the slider. */
export function AudioView({ entry, content }: { entry: InboxMessage; content: Of<'audio'> }) {
  const { chat: text } = useText()
  const file = useFile(entry)
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState(content.seconds ?? 0)
  const wave = content.waveform.length > 0 ? content.waveform : EVEN_WAVE
  const played = length > 0 ? at / length : 0
  if (file.url === null) return <LoadButton file={file} />
  return (
    <div className="flex w-64 max-w-full items-center gap-2">
      {/* biome-ignore lint/a11y/useMediaCaption: nobody wrote captions for what people say */}
      <audio
        ref={audio}
        src={file.url}
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onLoadedMetadata={({ currentTarget: { duration } }) => {
          if (Number.isFinite(duration)) setLength(duration)
        }}
      />
      <Button
        variant="quiet"
        size="icon"
        aria-label={isPlaying ? text.pause : text.play}
        onClick={() => (isPlaying ? audio.current?.pause() : void audio.current?.play())}
      >
        {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
      </Button>
      <div className="relative h-9 flex-1">
        <div aria-hidden className="absolute inset-0 flex items-center gap-px">
          {wave.map((height, bar) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other name than their place
              key={bar}
              className={classes(
                'flex-1 rounded-full',
                bar / wave.length < played ? 'bg-accent' : 'bg-line-strong',
              )}
              style={{ height: `${Math.max(8, height * 100)}%` }}
            />
          ))}
        </div>
        <input
          type="range"
          aria-label={text.position}
          min={0}
          max={Math.max(1, length)}
          step={0.1}
          value={at}
          onChange={({ target }) => {
            if (audio.current) audio.current.currentTime = Number(target.value)
          }}
          className="absolute inset-0 h-full w-full cursor-pointer opacity-0 focus-visible:opacity-40"
        />
      </div>
      <span className="text-xs text-ink-soft tabular-nums">{toClock(at > 0 ? at : length)}</span>
    </div>
  )
}

const MIB = 1_048_576

export function DocumentView({ entry, content }: { entry: InboxMessage; content: Of<'document'> }) {
  const { chat: text } = useText()
  const file = useFile(entry)
  const name = entry.file?.fileName ?? content.fileName ?? text.types.document
  const size = entry.file?.sizeBytes ?? content.sizeBytes
  return (
    <div className="flex w-72 max-w-full items-center gap-3 rounded-xl border border-line bg-canvas p-3">
      <FileText className="size-6 shrink-0 text-ink-soft" strokeWidth={1.6} aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium">{name}</span>
        {size !== null && (
          <span className="text-xs text-ink-soft">
            {size < MIB ? `${Math.max(1, Math.round(size / 1024))} KB` : `${(size / MIB).toFixed(1)} MB`}
          </span>
        )}
      </span>
      {file.url === null ? (
        <LoadButton file={file} />
      ) : (
        <Button asChild variant="secondary" size="small">
          <a href={file.url} download>
            <Download aria-hidden />
            {text.download}
          </a>
        </Button>
      )}
    </div>
  )
}
