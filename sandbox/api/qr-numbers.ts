import type { Network } from '../state/network.ts'

/** The first of the numbers that are given out when a QR is scanned by nobody in particular: never a real person's. */
const FIRST_NUMBER = 447_700_900_001

/** The lowest number of the fictional range whose phone has no linked device and is not linking one now. */
export function chooseNumber({ directory, pairings }: Network): string {
  const linking = new Set([...pairings.values()].map(({ accepted }) => accepted?.number))
  let number = FIRST_NUMBER
  for (;;) {
    const candidate = String(number)
    if ((directory.find(candidate)?.companions.size ?? 0) === 0 && !linking.has(candidate)) return candidate
    number += 1
  }
}
