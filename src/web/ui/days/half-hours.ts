const two = (value: number): string => String(value).padStart(2, '0')

/** All of a day, as `09:30`. */
export const HALF_HOURS: readonly string[] = Array.from(
  { length: 48 },
  (_, n) => `${two(Math.floor(n / 2))}:${two((n % 2) * 30)}`,
)
