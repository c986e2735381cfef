/** The cards of a flow in small: of which kind each is and where it stands, and which leads to which, by their places in the list. */
export interface Picture {
  cards: readonly (readonly [kind: string, x: number, y: number])[]
  lines: readonly (readonly [from: number, to: number])[]
}

/** A card of a picture; all are equally large. */
export const CARD = { width: 40, height: 24 }
const HEAD_HEIGHT = 7
const MARGIN = 6
/** What a picture shows at least, so that a flow of a few cards is not drawn larger than others. */
const LEAST = { width: 360, height: 130 }

/** What is drawn, as data of SVG paths. */
export interface Drawing {
  viewBox: string
  lines: string
  cards: string
  /** The coloured heads of the cards, by kind. */
  heads: readonly (readonly [kind: string, path: string])[]
}

const rect = (x: number, y: number, height: number): string =>
  `M${x} ${y}h${CARD.width}v${height}h-${CARD.width}z`

export function drawPicture({ cards, lines }: Picture): Drawing {
  const right = Math.max(0, ...cards.map(([, x]) => x)) + CARD.width
  const bottom = Math.max(0, ...cards.map(([, , y]) => y)) + CARD.height
  const width = Math.max(LEAST.width, right + 2 * MARGIN)
  const height = Math.max(LEAST.height, bottom + 2 * MARGIN)
  const heads = new Map<string, string>()
  for (const [kind, x, y] of cards) heads.set(kind, (heads.get(kind) ?? '') + rect(x, y, HEAD_HEIGHT))
  return {
    viewBox: `${Math.floor((right - width) / 2)} ${Math.floor((bottom - height) / 2)} ${width} ${height}`,
    lines: lines.map(([from, to]) => drawLine(cards[from], cards[to])).join(''),
    cards: cards.map(([, x, y]) => rect(x, y, CARD.height)).join(''),
    heads: [...heads],
  }
}

/** From the right side of a card to the left side of another, in a bow. */
function drawLine(
  from: Picture['cards'][number] | undefined,
  to: Picture['cards'][number] | undefined,
): string {
  if (!from || !to) return ''
  const [startX, startY] = [from[1] + CARD.width, from[2] + CARD.height / 2]
  const [endX, endY] = [to[1], to[2] + CARD.height / 2]
  const bow = Math.round((endX - startX) / 2)
  return `M${startX} ${startY}C${startX + bow} ${startY} ${endX - bow} ${endY} ${endX} ${endY}`
}
