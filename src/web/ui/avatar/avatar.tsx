import { UserRound, UsersRound } from 'lucide-react'
import { type CSSProperties, type Ref, useState } from 'react'
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
  /** A picture in place of the initials, which stay where it cannot be had. */
  src?: string | null
  place?: Ref<HTMLSpanElement>
  className?: string
}

const isGroup = (id: string): boolean => id.endsWith('@g.us')

/** It stands over the initials, so nothing moves when it comes. */
function Picture({ src }: { src: string }) {
  const [isGone, setGone] = useState(false)
  if (isGone) return null
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setGone(true)}
      className="absolute inset-0 size-full object-cover"
    />
  )
}

/**
 * A person or a group by a picture, or as initials on a colour of their own. It says nothing to who does not see it: the name stands beside it. The
 * letters are drawn and no text: what stands in a button is then called by its own words alone.
 */
export function Avatar({ id, name, size = 'medium', src = null, place, className }: AvatarProps) {
  const hasLetters = name !== null && /\p{L}/u.test(name)
  const initials = hasLetters && !isGroup(id) ? toInitials(name) : undefined
  const Icon = isGroup(id) ? UsersRound : UserRound
  return (
    <span
      ref={place}
      aria-hidden
      data-initials={initials}
      style={{ '--hue': toHue(id) } as CSSProperties}
      className={classes(
        'hue relative grid shrink-0 place-items-center overflow-hidden rounded-full font-semibold select-none',
        initials && 'before:content-[attr(data-initials)]',
        SIZES[size],
        className,
      )}
    >
      {!initials && <Icon className="size-[55%]" strokeWidth={2} />}
      {src && <Picture key={src} src={src} />}
    </span>
  )
}
