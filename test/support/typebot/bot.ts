/** A bot as Typebot 6 exports it; only what the interpreter reads has a type. */
export interface Bot {
  version: string
  name: string
  groups: BotGroup[]
  edges: { id: string; from: Record<string, string>; to: { groupId: string; blockId?: string } }[]
  events: { id: string; type: string; outgoingEdgeId?: string; options?: Record<string, unknown> }[]
  variables: { id: string; name: string }[]
  settings?: Record<string, unknown>
}

export interface BotGroup {
  id: string
  title: string
  graphCoordinates?: { x: number; y: number }
  blocks: BotBlock[]
}

export interface BotBlock {
  id: string
  type: string
  outgoingEdgeId?: string
  content?: Record<string, unknown>
  options?: Record<string, unknown>
  items?: BotItem[]
}

export interface BotItem {
  id: string
  outgoingEdgeId?: string
  content?: unknown
  title?: string
  value?: string
  pictureSrc?: string
  displayCondition?: { isEnabled?: boolean; condition?: unknown }
}

/** What a variable holds: texts and lists of texts only. */
export type BotValue = string | (string | null)[] | null | undefined
