// The import matrix of docs/architecture.md. `scripts/check-imports.ts` runs it and proves that it saw every file.

const OURS = '^(src|sandbox|test|e2e|bench|scripts|packages)/'
/** Tests, and what only tests use; they may import anything. */
const TESTS = '(\\.(test|spec)\\.tsx?$|^sandbox/testing/)'

const FEATURE_DOORS = '^src/features/[^/]+/index\\.ts$'

/** What each folder may import of ours, beside itself. */
const MATRIX = {
  core: [],
  contract: ['^src/core/'],
  words: ['^src/core/', '^src/contract/'],
  platform: ['^src/core/'],
  db: ['^src/core/', '^src/platform/'],
  network: ['^src/core/', '^src/platform/'],
  bus: ['^src/core/', '^src/platform/'],
  worker: ['^src/core/', '^src/platform/', '^src/db/', '^src/bus/', '^src/network/', FEATURE_DOORS],
  api: ['^src/core/', '^src/contract/', '^src/words/', '^src/platform/', FEATURE_DOORS],
  web: ['^src/core/', '^src/contract/', '^src/words/'],
}

const FEATURES_MAY_IMPORT = [
  '^src/core/',
  '^src/contract/',
  '^src/platform/',
  '^src/db/',
  '^src/bus/port\\.ts$',
  '^src/network/port\\.ts$',
  FEATURE_DOORS,
]

/**
 * The rooms of src/features/conversations, and which of each other's they may import. What lies beside them, such as
 * conversations.ts and runs.ts, joins them and is imported by none.
 */
const CONVERSATION_ROOMS = {
  records: [],
  receive: ['records'],
  content: ['records'],
  reach: ['records'],
  read: ['records'],
  assign: ['records'],
  effects: ['records', 'assign'],
  decide: ['records', 'effects'],
  send: ['records', 'content', 'reach'],
  runs: ['records', 'decide'],
  operations: ['records', 'read', 'assign'],
}

const roomRules = Object.entries(CONVERSATION_ROOMS).map(([room, allowed]) => ({
  name: `room-${room}`,
  comment: `conversations/${room} imports only the rooms that docs/architecture.md lists for it`,
  severity: 'error',
  from: { path: `^src/features/conversations/${room}/`, pathNot: TESTS },
  to: {
    path: '^src/features/conversations/',
    pathNot: [room, ...allowed].map((name) => `^src/features/conversations/${name}/`),
  },
}))

const matrixRules = Object.entries(MATRIX).map(([folder, allowed]) => ({
  name: `matrix-${folder}`,
  comment: `src/${folder} imports only what docs/architecture.md lists for it`,
  severity: 'error',
  from: { path: `^src/${folder}/`, pathNot: TESTS },
  to: { path: OURS, pathNot: [`^src/${folder}/`, ...allowed] },
}))

module.exports = {
  forbidden: [
    ...matrixRules,
    ...roomRules,
    {
      name: 'matrix-conversation',
      comment: 'the shapes that cross every door know addresses and nothing else',
      severity: 'error',
      from: { path: '^src/core/conversation/', pathNot: TESTS },
      to: { path: OURS, pathNot: ['^src/core/conversation/', '^src/core/addresses\\.ts$'] },
    },
    {
      name: 'matrix-features',
      comment:
        'a feature reaches other features through their index.ts, the bus and the network through their port.ts',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/', pathNot: TESTS },
      to: { path: OURS, pathNot: ['^src/features/$1/', ...FEATURES_MAY_IMPORT] },
    },
    {
      name: 'matrix-sandbox',
      comment: 'the sandbox network is written from the protocol, not from the service it tests',
      severity: 'error',
      from: { path: '^sandbox/', pathNot: TESTS },
      to: { path: OURS, pathNot: '^sandbox/' },
    },
    {
      name: 'matrix-packages',
      comment:
        'what others install holds nothing of the service; it is made of the interface and of the client',
      severity: 'error',
      from: { path: '^packages/([^/]+)/', pathNot: TESTS },
      to: { path: OURS, pathNot: ['^packages/$1/', '^packages/client/'] },
    },
    {
      name: 'packages-need-nothing',
      comment: 'what others install brings nothing else along',
      severity: 'error',
      from: { path: '^packages/', pathNot: [TESTS, 'eslint\\.config\\.mjs$'] },
      to: {
        // What is there wherever the package can be installed.
        pathNot: 'node_modules/n8n-workflow/',
        dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-no-pkg', 'core'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'fastify-stays-inside',
      comment: 'the library of the HTTP edge is known to src/api/http alone',
      severity: 'error',
      from: { pathNot: ['^src/api/http/', '^node_modules/'] },
      to: { path: 'node_modules/(fastify|find-my-way)/' },
    },
    {
      name: 'sandbox-is-not-baileys',
      comment: 'of Baileys the sandbox takes only the binary-node codec and the protobuf definitions',
      severity: 'error',
      from: { path: '^sandbox/', pathNot: TESTS },
      to: { path: 'node_modules/baileys/', pathNot: 'node_modules/baileys/(lib/WABinary/|WAProto/)' },
    },
    {
      name: 'baileys-only-in-its-folder',
      comment: 'the network library stays replaceable: only src/network/baileys knows its names',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/network/baileys/', TESTS] },
      to: { path: 'node_modules/(baileys|libsignal)/' },
    },
    {
      name: 'baileys-behind-the-port',
      comment: 'only the composition roots pick the network; everything else talks to src/network/port.ts',
      severity: 'error',
      from: { path: '^src/(?!network/|bin/)', pathNot: TESTS },
      to: { path: '^src/network/baileys/' },
    },
    {
      name: 'browser-safe',
      comment: 'core, contract, words and web run in the browser: no Node built-ins',
      severity: 'error',
      from: { path: '^src/(core|contract|words|web)/', pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-tests-in-the-product',
      comment: 'what ships does not import what tests it',
      severity: 'error',
      from: { path: '^(src|sandbox)/', pathNot: TESTS },
      to: { path: [TESTS, '^(test|e2e|bench|scripts)/'] },
    },
    {
      name: 'no-dev-dependencies-in-the-product',
      comment: 'what ships must work after npm ci --omit=dev',
      severity: 'error',
      from: { path: '^(src|sandbox)/', pathNot: [TESTS, '^src/web/'] },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-cycles',
      comment: 'two files that need each other, be it for a type, are one file, or need a third',
      severity: 'error',
      from: { path: OURS },
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      comment: 'an import that leads nowhere; virtual modules are made by vite.config.ts',
      severity: 'error',
      from: { pathNot: '^packages/n8n/eslint\\.config\\.mjs$' },
      to: { couldNotResolve: true, pathNot: '^(virtual:|n8n-workflow$)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
}
