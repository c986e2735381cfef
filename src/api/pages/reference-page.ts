import type { OpenAPI } from '@orpc/contract'
import { API_PREFIX } from '../../contract/operation.ts'

const EXTENSIONS = 'Extensions: '
export const REFERENCE_ASSETS = `${API_PREFIX}/assets`
/** The document as the reference page shows it. */
export const REFERENCE_DOCUMENT = `${API_PREFIX}/reference.json`

const isExtension = (operation: OpenAPI.OperationObject): boolean =>
  (operation as Record<string, unknown>)['x-extension'] === true

/**
 * The document with the groups of the interface first and those beyond it after them, so that a reader sees the
 * interface apart. Only what groups are called differs from the document that programs read.
 */
export function arrangeForReaders(document: OpenAPI.Document): OpenAPI.Document {
  const used = new Set<string>()
  const rename = (operation: OpenAPI.OperationObject): OpenAPI.OperationObject => {
    const tags = (operation.tags ?? []).map((tag) => (isExtension(operation) ? EXTENSIONS + tag : tag))
    for (const tag of tags) used.add(tag)
    return { ...operation, tags }
  }
  const paths = structuredClone(document.paths ?? {})
  for (const item of Object.values(paths)) {
    if (item?.get) Object.assign(item.get, rename(item.get))
    if (item?.post) Object.assign(item.post, rename(item.post))
  }
  const groups = document.tags ?? []
  const further = groups.map(({ name, ...rest }) => ({ ...rest, name: EXTENSIONS + name }))
  const tags = [...groups, ...further].filter(({ name }) => used.has(name))
  return { ...document, tags, paths }
}

export const REFERENCE_HTML = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley API reference</title>
<link rel="stylesheet" href="${REFERENCE_ASSETS}/swagger-ui.css">
<link rel="stylesheet" href="${REFERENCE_ASSETS}/reference.css"></head>
<body><div id="reference"></div>
<script src="${REFERENCE_ASSETS}/swagger-ui-bundle.js"></script><script src="${REFERENCE_ASSETS}/reference.js"></script></body></html>
`

export const REFERENCE_STYLE = `.reference-search{box-sizing:border-box;width:100%;max-width:1460px;margin:0 auto 1rem;padding:0 20px}
.reference-search input{box-sizing:border-box;width:100%;margin:0;padding:.6rem .8rem;border:2px solid #6b7280;border-radius:4px;font-size:1rem}
.reference-search p{font-family:sans-serif;color:#3b4151}
`

/**
 * Of swagger-ui's own parts, those that search and fold groups are replaced: its filter looks at groups and paths only.
 * The groups of the interface are open at first; the others are closed until something is searched for.
 */
export const REFERENCE_SCRIPT = `const wordsOf = (text) => text.toLowerCase().split(/\\s+/).filter(Boolean)

function textOf(operation) {
  const said = ['operationId', 'summary', 'description'].map((name) => operation.getIn(['operation', name]) ?? '')
  return [operation.get('path'), ...said].join(' ').toLowerCase()
}

function opsFilter(groups, phrase) {
  const words = wordsOf(phrase)
  const fits = (operation) => words.every((word) => textOf(operation).includes(word))
  return groups
    .map((group) => group.set('operations', group.get('operations').filter(fits)))
    .filter((group) => group.get('operations').size > 0)
}

const searched = (system) => {
  const filter = system.layoutSelectors.currentFilter()
  return typeof filter === 'string' ? filter : ''
}

const Search = (_original, system) => () => {
  const { createElement } = system.React
  const phrase = searched(system)
  const field = createElement('input', {
    type: 'search', 'aria-label': 'Search operations', placeholder: 'Search operations', value: phrase,
    onChange: (event) => system.layoutActions.updateFilter(event.target.value),
  })
  const isEmpty = wordsOf(phrase).length > 0 && system.specSelectors.taggedOperations().size === 0
  const none = isEmpty && createElement('p', { role: 'status' }, 'No operation has all of these words.')
  return createElement('div', { className: 'reference-search' }, field, none)
}

const Operations = (Original, system) => (props) =>
  wordsOf(searched(system)).length > 0 && system.specSelectors.taggedOperations().size === 0
    ? null
    : system.React.createElement(Original, props)

const isGroup = (thing) => Array.isArray(thing) && thing[0] === 'operations-tag'

// What is found is in sight wherever it is, also in a group that was folded before: what is folded while something is searched for
// is folded for that search alone.
const placeOf = (thing, system) =>
  isGroup(thing) && searched(system) !== '' ? [...thing, searched(system)] : thing

// What is wrapped has its state already.
const isShown = (original, system) => (_state, thing, ...rest) =>
  isGroup(thing)
    ? original(placeOf(thing, system), searched(system) !== '' || !thing[1].startsWith('${EXTENSIONS}'))
    : original(thing, ...rest)

const show = (original, system) => (thing, ...rest) => original(placeOf(thing, system), ...rest)

const partOf = (all, names) => Object.fromEntries(names.map((name) => [name, all[name]]))

// The document with nothing but one operation, or the ways to sign in, and the schemas that belong to it.
function cutOut(spec, [kind, name]) {
  const { paths, webhooks, components = {}, ...rest } = spec
  const needed = kind === 'components' ? {} : { [kind]: partOf(spec[kind] ?? {}, [name]) }
  const further = { securitySchemes: components.securitySchemes ?? {} }
  const look = (value) => {
    if (typeof value !== 'object' || value === null) return
    const [, group, part] = /^#\\/components\\/([^/]+)\\/([^/]+)/.exec(value.$ref ?? '') ?? []
    if (part !== undefined && further[group]?.[part] === undefined && components[group]?.[part] !== undefined) {
      further[group] = { ...further[group], [part]: components[group][part] }
      look(components[group][part])
    }
    for (const inner of Object.values(value)) look(inner)
  }
  look(needed)
  return { ...rest, ...needed, components: further }
}

const isOne = ([kind, name]) => kind === 'paths' || kind === 'webhooks' || name === 'securitySchemes'

SwaggerUIBundle({
  dom_id: '#reference', url: '${REFERENCE_DOCUMENT}', deepLinking: true, docExpansion: 'none', filter: true,
  validatorUrl: null, persistAuthorization: false, displayRequestDuration: true, defaultModelsExpandDepth: 0,
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [({ fn: { resolveSubtree } }) => ({
    fn: {
      opsFilter,
      // By itself it goes through the whole document for each part: seconds before the page can be used, and for each operation.
      resolveSubtree: (spec, path, options) =>
        resolveSubtree(isOne(path) ? cutOut(spec, path) : spec, path, options),
    },
    wrapComponents: { FilterContainer: Search, operations: Operations },
    statePlugins: { layout: { wrapSelectors: { isShown }, wrapActions: { show } } },
  })],
})
`
