import type { Right } from '../../contract/scopes.ts'
import type { Catalogue } from '../i18n/en/index.ts'

export type Section = keyof Catalogue['shell']['sections']

/** A page that can be reached from anywhere. */
export interface Place {
  to:
    | '/clients'
    | '/inbox'
    | '/contacts'
    | '/campaigns'
    | '/overview'
    | '/tables'
    | '/flows'
    | '/runs'
    | '/sandbox'
    | '/webhooks'
    | '/secrets'
    | '/models'
    | '/knowledge'
    | '/account'
    | '/account/api-keys'
    | '/team'
    | '/replies'
    | '/admin/people'
    | '/admin/proxies'
    | '/admin/system'
    | '/admin/audit'
  /** On its tab, in the words of the shell; absent where the section is this page alone. */
  name?: Exclude<keyof Catalogue['shell'], 'sections'>
  /** What one has to be allowed in the workspace to find anything there. */
  right?: Right
  only?: 'administrators' | 'with-sandbox'
}

/** Sections are what people do; their pages are what a section holds, the most used first. */
export const SECTIONS: readonly { section: Section; places: readonly Place[] }[] = [
  { section: 'inbox', places: [{ to: '/inbox' }] },
  {
    section: 'flows',
    places: [
      { to: '/flows', name: 'flows' },
      { to: '/runs', name: 'runs' },
      { to: '/tables', name: 'tables', right: 'inspect' },
      { to: '/knowledge', name: 'knowledge', right: 'inspect' },
    ],
  },
  { section: 'people', places: [{ to: '/contacts' }] },
  { section: 'campaigns', places: [{ to: '/campaigns' }] },
  { section: 'overview', places: [{ to: '/overview' }] },
  {
    section: 'sandbox',
    places: [{ to: '/sandbox', right: 'manage', only: 'with-sandbox' }],
  },
  { section: 'numbers', places: [{ to: '/clients' }] },
  {
    section: 'connect',
    places: [
      { to: '/account/api-keys', name: 'apiKeys', right: 'manage' },
      { to: '/webhooks', name: 'webhooks', right: 'inspect' },
      { to: '/secrets', name: 'secrets', right: 'inspect' },
    ],
  },
  {
    section: 'settings',
    places: [
      { to: '/team', name: 'team' },
      { to: '/replies', name: 'replies' },
      { to: '/models', name: 'models', right: 'inspect' },
      { to: '/account', name: 'account' },
    ],
  },
  {
    section: 'system',
    places: [
      { to: '/admin/system', name: 'system', only: 'administrators' },
      { to: '/admin/people', name: 'accounts', only: 'administrators' },
      { to: '/admin/proxies', name: 'proxies', only: 'administrators' },
      { to: '/admin/audit', name: 'audit', only: 'administrators' },
    ],
  },
]

/** Where a path belongs: the place whose address it is or continues, the longest where several do. */
export function findPlace(pathname: string): { section: Section; place: Place } | undefined {
  const fits = SECTIONS.flatMap(({ section, places }) => places.map((place) => ({ section, place }))).filter(
    ({ place }) => pathname === place.to || pathname.startsWith(`${place.to}/`),
  )
  return fits.sort((one, other) => other.place.to.length - one.place.to.length)[0]
}
