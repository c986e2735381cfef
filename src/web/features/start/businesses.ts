/** What people do who put a first flow on their number. */
export const BUSINESSES = [
  'restaurant',
  'salon',
  'clinic',
  'shop',
  'services',
  'lodging',
  'school',
  'other',
] as const
export type Business = (typeof BUSINESSES)[number]

/** `topics`: what customers write about, by ids that options bear; `ask` is the question that the flow asks about it. */
export interface BusinessWords {
  name: string
  topics: Readonly<Record<string, { label: string; ask: string }>>
}
