import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { type Place, Tabs } from './tabs.ts'

const name = randomUUID()
const opened: Tabs[] = []
const sounded: string[] = []

/** Node has channels and locks as browsers do. */
function openTab(
  tab: string,
  { place, canSound = true }: { place?: Place | null; canSound?: boolean } = {},
): Tabs {
  const channel = new BroadcastChannel(name)
  const tabs = new Tabs({
    channel: channel as unknown as globalThis.BroadcastChannel,
    locks: navigator.locks,
    readPlace: () => place,
    canSound: () => canSound,
    play: () => void sounded.push(tab),
    newId: randomUUID,
  })
  opened.push(tabs)
  return tabs
}
afterEach(() => {
  for (const tabs of opened.splice(0)) tabs.close()
  sounded.length = 0
})

const ANA = { clientId: 'c', jid: 'ana' }

test('several tabs make one sound, by one of those that may', async () => {
  const first = openTab('first', { canSound: false })
  openTab('second')
  openTab('third')
  first.ring()
  await expect.poll(() => sounded).toHaveLength(1)
  // Whatever the others were told has been heard by now.
  await first.listLooks()
  expect(sounded).toHaveLength(1)
  expect(sounded).not.toContain('first')
})

test('a tab knows what is looked at in any of them, and that nothing is', async () => {
  const first = openTab('first')
  openTab('second')
  expect(await first.listLooks()).toEqual([])
  openTab('third', { place: ANA })
  openTab('fourth', { place: null })
  const looks = await first.listLooks()
  expect(looks).toHaveLength(2)
  expect(looks).toContainEqual(ANA)
  expect(await openTab('fifth', { place: ANA }).listLooks()).toHaveLength(3)
})
