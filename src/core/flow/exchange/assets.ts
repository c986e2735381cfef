/** Node types that send files; in their data a file is named by `assetId`. */
const SENDING_TYPES: readonly string[] = ['send.media', 'ask', 'channel.post', 'status.post']

interface SendingNode {
  type: string
  data: Readonly<Record<string, unknown>>
}

/** A file that a flow sends, as it is named where the flow travels to: by its content. */
export interface ExchangeAsset {
  ref: string
  /** 64 hexadecimal digits. */
  sha256: string
  mimeType?: string
  fileName?: string
  sizeBytes?: number
}

/** A place in a node's data that names a file, such as `items.0.assetId`. */
interface AssetPlace {
  path: string
  id: string
}

export function listAssetPlaces({ type, data }: SendingNode): AssetPlace[] {
  const places: AssetPlace[] = []
  if (SENDING_TYPES.includes(type)) {
    mapData(data, '', (id, path) => {
      places.push({ path, id })
      return id
    })
  }
  return places
}

/** What the nodes name the files by that they send, each once: ids, or `ref:NAME` of an import. */
export function findAssets(nodes: readonly SendingNode[]): string[] {
  return [...new Set(nodes.flatMap(listAssetPlaces).map(({ id }) => id))]
}

/** The same nodes with other names for the files they send. */
export function mapAssets<N extends SendingNode>(nodes: readonly N[], change: (id: string) => string): N[] {
  return nodes.map((node) =>
    SENDING_TYPES.includes(node.type)
      ? { ...node, data: mapData(node.data, '', change) as Record<string, unknown> }
      : node,
  )
}

function mapData(value: unknown, place: string, change: (id: string, path: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item, index) => mapData(item, `${place}${index}.`, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const isFile = key === 'assetId' && typeof item === 'string'
      return [key, isFile ? change(item, place + key) : mapData(item, `${place}${key}.`, change)]
    }),
  )
}

/** How a file is called in a document: the same wherever it lies, so that two exports are the same text. */
export const nameAsset = (sha256: string): string => `file-${sha256.slice(0, 16)}`

/** What the `requires` of a document says of the files it needs. */
export function readRequiredAssets(requires: unknown): ExchangeAsset[] {
  const { assets } = (typeof requires === 'object' && requires !== null ? requires : {}) as {
    assets?: unknown
  }
  return (Array.isArray(assets) ? assets : []).filter((item: unknown): item is ExchangeAsset => {
    const { ref, sha256 } = (item ?? {}) as { ref?: unknown; sha256?: unknown }
    return typeof ref === 'string' && typeof sha256 === 'string' && /^[\da-f]{64}$/.test(sha256)
  })
}
