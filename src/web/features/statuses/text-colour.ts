const LINEAR_FROM = 0.040_45

/** Of one part of a colour, 0 to 255, as WCAG 2 has it. */
function linear(part: number): number {
  const share = part / 255
  return share <= LINEAR_FROM ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** At this luminance black and white are told from a colour equally well. */
const EVEN = 0.179

/** Black or white, whichever can be read on a colour such as `#1f6e5c`. */
export function textColourOn(background: string): '#000000' | '#ffffff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(background.slice(at, at + 2), 16)),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > EVEN ? '#000000' : '#ffffff'
}
