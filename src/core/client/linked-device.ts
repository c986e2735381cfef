/**
 * What phones may show in their list of linked devices, as system and browser. All but the first are what WhatsApp Web
 * itself says on such a machine. A code to be typed is asked for under another name, of which the network knows only some.
 */
export const LINKED_DEVICES = [
  'Parley/Chrome',
  'Ubuntu/Chrome',
  'Ubuntu/Firefox',
  'Windows/Chrome',
  'Windows/Edge',
  'Windows/Firefox',
  'Mac OS/Chrome',
  'Mac OS/Firefox',
  'Mac OS/Safari',
] as const

export type LinkedDevice = (typeof LINKED_DEVICES)[number]
