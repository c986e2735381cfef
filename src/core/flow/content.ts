/** What a flow sends: the content of an outbox row. Every text is rendered; a source is checked by the host. */
export type SendContent =
  | TextContent
  | MediaContent
  | AlbumContent
  | LocationContent
  | ContactsContent
  | PollContent

export interface TextContent {
  type: 'text'
  text: string
  linkPreview: boolean
  /** Id of the inbound message to quote, null for none. */
  quoteMessageId: string | null
  /** `auto`, `none`, or milliseconds of typing indicator before the message. */
  typing: 'auto' | 'none' | number
}

export const MEDIA_KINDS = ['image', 'video', 'audio', 'voice', 'document', 'sticker'] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]

/** Where the bytes come from: an address (the host refuses private ranges) or an asset of the server. */
export type MediaSource = { url: string } | { assetId: string }

/** One file. `caption` is null for kinds that carry none; `mimeType` null means: take what the source says. */
export interface MediaContent {
  type: 'media'
  kind: MediaKind
  source: MediaSource
  caption: string | null
  fileName: string | null
  mimeType: string | null
}

/** 2 to 10 images and videos shown as one. */
export interface AlbumContent {
  type: 'album'
  items: { kind: 'image' | 'video'; source: MediaSource; caption: string | null }[]
}

/** Degrees, WGS 84. */
export interface LocationContent {
  type: 'location'
  latitude: number
  longitude: number
  name: string | null
  address: string | null
}

/** `phone` is E.164. */
export interface ContactsContent {
  type: 'contacts'
  contacts: { displayName: string; phone: string }[]
}

/** A vote for it comes back as `poll_vote_received` with this send's id (`InboundMessage.poll`). */
export interface PollContent {
  type: 'poll'
  question: string
  options: string[]
  /** How many options one person may choose. */
  selectable: number
}

/** One message as a line of text: what cases and the simulator show of it. */
export function describeContent(content: SendContent): string {
  switch (content.type) {
    case 'text':
      return content.text
    case 'media':
      return joinParts(`[${content.kind}] ${sourceName(content.source)}`, content.caption)
    case 'album':
      return content.items
        .map((item) => joinParts(`[${item.kind}] ${sourceName(item.source)}`, item.caption))
        .join('\n')
    case 'location':
      return joinParts(`[location] ${content.latitude},${content.longitude}`, content.name, content.address)
    case 'contacts':
      return content.contacts.map((item) => `[contact] ${item.displayName} ${item.phone}`).join('\n')
    case 'poll':
      return [`[poll] ${content.question}`, ...content.options.map((option) => `- ${option}`)].join('\n')
  }
}

function sourceName(source: MediaSource): string {
  return 'url' in source ? source.url : `asset:${source.assetId}`
}

function joinParts(...parts: (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(' ')
}
