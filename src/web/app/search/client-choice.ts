import { readTexts } from './page-search.ts'

const TABS = [
  'overview',
  'profile',
  'groups',
  'channels',
  'statuses',
  'calls',
  'settings',
  'history',
] as const

/** What of a number is shown, as the address of its page has it. */
export interface ClientChoice {
  tab?: (typeof TABS)[number]
  group?: string
  channel?: string
}

export function parseClientChoice(search: Record<string, unknown>): ClientChoice {
  const tab = TABS.find((value) => value === search.tab)
  return {
    ...(tab && { tab }),
    ...(tab === 'groups' && readTexts(search, ['group'])),
    ...(tab === 'channels' && readTexts(search, ['channel'])),
  }
}
