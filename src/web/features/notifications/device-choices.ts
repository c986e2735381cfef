import { useSyncExternalStore } from 'react'
import { readChoice, writeChoice } from '../../app/stored-choice.ts'

/** What this browser does for its person while a page is open. Both are off until they are chosen here. */
export type DeviceChoice = 'sound' | 'page-notices'

const listeners = new Set<() => void>()

export const isChosen = (name: DeviceChoice): boolean => readChoice(name, ['on', 'off']) === 'on'

export function choose(name: DeviceChoice, isOn: boolean): void {
  writeChoice(name, isOn ? 'on' : 'off')
  for (const listener of listeners) listener()
}

/** Other tabs of the browser say so by an event of its own. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

export const useDeviceChoice = (name: DeviceChoice): boolean =>
  useSyncExternalStore(subscribe, () => isChosen(name))
