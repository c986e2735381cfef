import type { CSSProperties } from 'react'
import type { LabelColour } from '../../../contract/conversations/label-colours.ts'

interface Pair {
  ground: string
  ink: string
}

/** Of each colour the ground and the ink on it, on a light and on a dark page; a test holds their contrast. */
export const LABEL_LOOKS: Readonly<Record<LabelColour, { light: Pair; dark: Pair }>> = {
  grey: { light: { ground: '#e8e9ec', ink: '#3b4048' }, dark: { ground: '#3a3f47', ink: '#e2e5ea' } },
  red: { light: { ground: '#fde2e1', ink: '#991b1b' }, dark: { ground: '#5b1d1d', ink: '#fecaca' } },
  orange: { light: { ground: '#ffe8d3', ink: '#8a3a0b' }, dark: { ground: '#5a2c0c', ink: '#fed7aa' } },
  yellow: { light: { ground: '#fdf3c4', ink: '#713f12' }, dark: { ground: '#4d3a08', ink: '#fde68a' } },
  green: { light: { ground: '#dcf5e3', ink: '#14602f' }, dark: { ground: '#12432a', ink: '#bbf7d0' } },
  teal: { light: { ground: '#d5f5f0', ink: '#115e59' }, dark: { ground: '#0f4541', ink: '#99f6e4' } },
  blue: { light: { ground: '#dfeafe', ink: '#1e40af' }, dark: { ground: '#1d3163', ink: '#bfdbfe' } },
  purple: { light: { ground: '#eee6fe', ink: '#5b21b6' }, dark: { ground: '#3b2168', ink: '#ddd6fe' } },
  pink: { light: { ground: '#fde4f0', ink: '#9d174d' }, dark: { ground: '#5a1636', ink: '#fbcfe8' } },
}

/** Goes with `LABEL_CLASSES`. */
export function labelStyle(colour: LabelColour): CSSProperties {
  const { light, dark } = LABEL_LOOKS[colour]
  return Object.fromEntries([
    ['--label-ground', light.ground],
    ['--label-ink', light.ink],
    ['--label-ground-dark', dark.ground],
    ['--label-ink-dark', dark.ink],
  ])
}

export const LABEL_CLASSES =
  'bg-(--label-ground) text-(--label-ink) dark:bg-(--label-ground-dark) dark:text-(--label-ink-dark)'
