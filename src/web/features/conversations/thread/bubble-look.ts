import { classes } from '../../../ui/classes.ts'

/** How a message looks; what the account wrote stands at the right. */
export const bubbleLook = (fromMe: boolean): string =>
  classes(
    'rounded-2xl px-3.5 py-2',
    fromMe ? 'rounded-ee-md bg-accent-soft' : 'rounded-es-md border border-line bg-surface',
  )
