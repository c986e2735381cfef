import { UserRound, UsersRound } from 'lucide-react'
import type { CSSProperties } from 'react'
import { classes } from '../classes.ts'
import { toHue } from './hue.ts'
import { toInitials } from './initials.ts'

const SIZES = {
  small: 'size-6 text-[0.625rem]',
  medium: 'size-9 text-[0.8125rem]',
  large: 'size-14 text-xl',
} as const

interface AvatarProps {
  /** Whose colour it is. */
  id: string
  /** Null or a number: there are no initials. */
  name: string | null
  size?: keyof typeof SIZES
  className?: string
}

const isGroup = (id: string): boolean => id.endsWith('@g.us')

/**
 * A person or a group as initials on a colour of their own. It says nothing to who does not see it: the name stands beside it. The
 * letters are drawn and no text: what stands in a button is then called by its own words alone.
 */
export function Avatar({ id, name, size = 'medium', className }: AvatarProps) {
  const hasLetters = name !== null && /\p{L}/u.test(name)
  const initials = hasLetters && !isGroup(id) ? toInitials(name) : undefined
  const Icon = isGroup(id) ? UsersRound : UserRound
  return (
    <span
      aria-hidden
      data-initials={initials}
      style={{ '--hue': toHue(id) } as CSSProperties}
      className={classes(
        'hue grid shrink-0 place-items-center rounded-full font-semibold select-none',
        initials && 'before:content-[attr(data-initials)]',
        SIZES[size],
        className,
      )}
    >
      {!initials && <Icon className="size-[55%]" strokeWidth={2} />}
    </span>
  )
}
