/** Who of the address book gets a status: all, all but some, or only some. */
export const STATUS_SETTINGS = ['contacts', 'denylist', 'allowlist'] as const
export type StatusSetting = (typeof STATUS_SETTINGS)[number]

/** How long a status is shown. */
export const STATUS_LIFE_SEC = 86_400

/** The network's fonts of a text, by the numbers that its protocol gives them (`FontType`). */
export const STATUS_FONTS = {
  system: 0,
  systemText: 1,
  script: 2,
  bold: 6,
  morningBreeze: 7,
  calistoga: 8,
  exo: 9,
  courier: 10,
} as const
export type StatusFont = keyof typeof STATUS_FONTS

const OPAQUE = 0xff_00_00_00
/** What the network's own apps begin with. */
const DEFAULT_BACKGROUND = '#1f6e5c'

/** As the network has it, from what a caller said. */
export function toStatusLook(background = DEFAULT_BACKGROUND, font?: StatusFont): StatusLook {
  const argb = (OPAQUE | Number.parseInt(background.slice(1), 16)) >>> 0
  return { background: argb, ...(font ? { font: STATUS_FONTS[font] } : {}) }
}

/** How a status without a picture looks: what is behind it, as 0xAARRGGBB, and the number of the font. */
export interface StatusLook {
  background: number
  font?: number
}
