import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  notFound,
  redirect,
} from '@tanstack/react-router'
import { CALLBACK_PATH } from '../../../core/connection-kinds.ts'
import { parseAuditChoice } from '../../features/audit/audit-choice.ts'
import { askForInbox, parseInboxChoice } from '../../features/conversations/inbox-queries.ts'
import { parseOverviewChoice } from '../../features/overview/overview-choice.ts'
import { parseEditorSearch } from '../../flow-editor/editor-search.ts'
import { AppShell, FullShell } from '../../shell/app-shell.tsx'
import { NotFoundPage } from '../../shell/not-found-page.tsx'
import { PageError } from '../../shell/page-error.tsx'
import { queries } from '../api.ts'
import { parseClientChoice } from '../search/client-choice.ts'
import { parseNext, readTexts } from '../search/page-search.ts'
import { askForSession, requireSession, sessionQuery, startInfoQuery } from '../session.ts'
import { lazyPage } from './lazy-page.ts'

interface RouterContext {
  client: QueryClient
}

const rootRoute = createRootRouteWithContext<RouterContext>()({ notFoundComponent: NotFoundPage })

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  staticData: { ask: askForSession },
  validateSearch: parseNext,
  beforeLoad: async ({ context, search }) => {
    if (await context.client.ensureQueryData(sessionQuery)) redirect({ to: search.next ?? '/', throw: true })
  },
  loader: ({ context }) => context.client.ensureQueryData(startInfoQuery),
  component: lazyPage(() => import('../../features/users/sign-in-page.tsx'), 'SignInPage'),
})

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  component: lazyPage(() => import('../../features/users/invitation-page.tsx'), 'InvitationPage'),
})

/** Of people without an account; the only page that others may frame, so nothing on it leads to any other. */
const pairRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/pair',
  component: lazyPage(() => import('../../features/pairing-links/pair-page.tsx'), 'PairPage'),
})

const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  staticData: { ask: askForSession },
  beforeLoad: ({ context, location }) => requireSession(context.client, location),
  component: AppShell,
})

/** Pages that need the whole screen: without the frame of the others. */
const fullRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'full',
  staticData: { ask: askForSession },
  beforeLoad: ({ context, location }) => requireSession(context.client, location),
  component: FullShell,
})

const flowEditorRoute = createRoute({
  getParentRoute: () => fullRoute,
  path: '/flows/$flowId/edit',
  validateSearch: parseEditorSearch,
  component: lazyPage(() => import('../../flow-editor/editor-page.tsx'), 'FlowEditorPage'),
})

/** Who has a number wants to know how things are; who has none yet begins with it. */
const homeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad: async ({ context }) => {
    const asked = context.client.ensureQueryData(queries.clients.list.queryOptions({ input: {} }))
    const clients = await asked.catch(() => [])
    redirect({ to: clients.length > 0 ? '/overview' : '/clients', replace: true, throw: true })
  },
})

const overviewRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/overview',
  validateSearch: parseOverviewChoice,
  component: lazyPage(() => import('../../features/overview/overview-page.tsx'), 'OverviewPage'),
})

const clientsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/clients',
  component: lazyPage(() => import('../../features/clients/client-list-page.tsx'), 'ClientListPage'),
})

const clientRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/clients/$clientId',
  validateSearch: parseClientChoice,
  component: lazyPage(() => import('../../features/clients/client-page.tsx'), 'ClientPage'),
})

const inboxRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/inbox',
  validateSearch: parseInboxChoice,
  staticData: { ask: (client, search) => askForInbox(client, parseInboxChoice(search)) },
  component: lazyPage(() => import('../../features/conversations/inbox-page.tsx'), 'InboxPage'),
})

const flowsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/flows',
  component: lazyPage(() => import('../../features/flows/flow-list-page.tsx'), 'FlowListPage'),
})

/** `client`: the number that the flow is made for. */
const startRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/flows/start',
  validateSearch: (search) => readTexts(search, ['client']),
  component: lazyPage(() => import('../../features/start/start-page.tsx'), 'StartPage'),
})

const templatesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/flows/templates',
  component: lazyPage(
    () => import('../../features/flows/templates/template-list-page.tsx'),
    'TemplateListPage',
  ),
})

const templateRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/flows/templates/$name',
  component: lazyPage(() => import('../../features/flows/templates/template-page.tsx'), 'TemplatePage'),
})

const RESULT_TABS = ['answers', 'funnel', 'goals', 'tests'] as const
type ResultTab = (typeof RESULT_TABS)[number]

const resultsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/flows/$flowId/results',
  validateSearch: (search): { tab?: ResultTab } => {
    const tab = RESULT_TABS.find((value) => value === search.tab)
    return tab ? { tab } : {}
  },
  component: lazyPage(() => import('../../features/results/results-page.tsx'), 'ResultsPage'),
})

/** `id`: the evaluation that is shown; `with`: the one before that it is compared with. */
const evaluationsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/flows/$flowId/evaluations',
  validateSearch: (search) => readTexts(search, ['id', 'with']),
  component: lazyPage(() => import('../../features/evaluations/evaluations-page.tsx'), 'EvaluationsPage'),
})

const runsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/runs',
  component: lazyPage(() => import('../../features/runs/run-list-page.tsx'), 'RunListPage'),
})

const runRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/runs/$runId',
  component: lazyPage(() => import('../../features/runs/run-page.tsx'), 'RunPage'),
})

/** Only where a sandbox runs inside the service; elsewhere the page does not exist. */
const sandboxRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/sandbox',
  validateSearch: (search) => readTexts(search, ['client', 'contact', 'group']),
  beforeLoad: async ({ context }) => {
    const { hasSandbox } = await context.client.ensureQueryData(startInfoQuery)
    if (!hasSandbox) notFound({ throw: true })
  },
  component: lazyPage(() => import('../../features/sandbox/sandbox-page.tsx'), 'SandboxPage'),
})

const webhooksRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/webhooks',
  component: lazyPage(() => import('../../features/webhooks/webhook-list-page.tsx'), 'WebhookListPage'),
})

const webhookRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/webhooks/$webhookId',
  component: lazyPage(() => import('../../features/webhooks/webhook-page.tsx'), 'WebhookPage'),
})

/** `name` and `host`: the secret that a flow lacks, or the host that it is to be let go to. */
const secretsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/secrets',
  validateSearch: (search) => readTexts(search, ['name', 'host']),
  component: lazyPage(() => import('../../features/secrets/secrets-page.tsx'), 'SecretsPage'),
})

/** Where other systems send people back to; what they send goes to the service at once, and out of the address. */
const callbackRoute = createRoute({
  getParentRoute: () => appRoute,
  path: CALLBACK_PATH,
  component: lazyPage(() => import('../../features/secrets/connections/callback-page.tsx'), 'CallbackPage'),
})

const tablesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/tables',
  component: lazyPage(() => import('../../features/tables/tables-page.tsx'), 'TablesPage'),
})

const tableRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/tables/$name',
  component: lazyPage(() => import('../../features/tables/table-page.tsx'), 'TablePage'),
})

const contactsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/contacts',
  component: lazyPage(() => import('../../features/contacts/contacts-page.tsx'), 'ContactsPage'),
})

/** `id`: the campaign that is shown, of the number `client`; `new`: one is written; `opted-out`: who wants none. */
const campaignsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/campaigns',
  validateSearch: (search) => readTexts(search, ['client', 'id']),
  component: lazyPage(() => import('../../features/campaigns/campaigns.tsx'), 'Campaigns'),
})

const knowledgeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/knowledge',
  component: lazyPage(() => import('../../features/knowledge/knowledge-page.tsx'), 'KnowledgePage'),
})

const modelsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/models',
  component: lazyPage(() => import('../../features/models/models-page.tsx'), 'ModelsPage'),
})

const accountRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/account',
  component: lazyPage(() => import('../../features/users/account-page.tsx'), 'AccountPage'),
})

const teamRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/team',
  component: lazyPage(() => import('../../features/team/team-page.tsx'), 'TeamPage'),
})

const repliesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/replies',
  component: lazyPage(() => import('../../features/replies/replies-page.tsx'), 'RepliesPage'),
})

/** The service refuses their operations to others; to them these pages do not exist. */
const adminRoute = createRoute({
  getParentRoute: () => appRoute,
  id: 'admin',
  beforeLoad: async ({ context }) => {
    const session = await context.client.ensureQueryData(sessionQuery)
    if (session?.user.role !== 'admin') notFound({ throw: true })
  },
})

const peopleRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/people',
  component: lazyPage(() => import('../../features/people/people-page.tsx'), 'PeoplePage'),
})

const proxiesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/proxies',
  component: lazyPage(() => import('../../features/proxies/proxies-page.tsx'), 'ProxiesPage'),
})

const systemRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/system',
  component: lazyPage(() => import('../../features/system/system-page.tsx'), 'SystemPage'),
})

const auditRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/audit',
  validateSearch: parseAuditChoice,
  component: lazyPage(() => import('../../features/audit/audit-page.tsx'), 'AuditPage'),
})

const apiKeysRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/account/api-keys',
  component: lazyPage(() => import('../../features/keys/api-keys-page.tsx'), 'ApiKeysPage'),
})

const routeTree = rootRoute.addChildren([
  signInRoute,
  invitationRoute,
  pairRoute,
  fullRoute.addChildren([flowEditorRoute]),
  appRoute.addChildren([
    homeRoute,
    overviewRoute,
    clientsRoute,
    clientRoute,
    inboxRoute,
    flowsRoute,
    startRoute,
    templatesRoute,
    templateRoute,
    resultsRoute,
    runsRoute,
    runRoute,
    evaluationsRoute,
    sandboxRoute,
    webhooksRoute,
    webhookRoute,
    secretsRoute,
    callbackRoute,
    tablesRoute,
    tableRoute,
    contactsRoute,
    campaignsRoute,
    modelsRoute,
    knowledgeRoute,
    accountRoute,
    teamRoute,
    repliesRoute,
    apiKeysRoute,
    adminRoute.addChildren([peopleRoute, proxiesRoute, systemRoute, auditRoute]),
  ]),
])

/** Every page of the dashboard; each is loaded when it is first opened. */
export function createAppRouter(client: QueryClient) {
  return createRouter({
    routeTree,
    context: { client },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: PageError,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Asks for what the page shows first; must not fail. */
    ask?: (client: QueryClient, search: Record<string, unknown>) => Promise<void>
  }
  interface Register {
    router: AppRouter
  }
}
