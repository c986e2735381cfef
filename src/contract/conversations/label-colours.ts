/** What a label may be coloured; each has an ink and a ground for light and for dark pages. */
export const LABEL_COLOURS = [
  'grey',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
] as const

export type LabelColour = (typeof LABEL_COLOURS)[number]

/** A label is to be read at one glance. */
export const MAX_LABEL_CHARS = 32
