import type { Directory } from '../state/directory.ts'

/** The first of the numbers that are given out when a QR is scanned by nobody in particular: never a real person's. */
const FIRST_NUMBER = 447_700_900_001

/** The lowest number of the fictional range whose phone has no linked device yet. */
export function chooseNumber(directory: Directory): string {
  let number = FIRST_NUMBER
  while ((directory.find(String(number))?.companions.size ?? 0) > 0) number += 1
  return String(number)
}
