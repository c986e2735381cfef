import type { BrowserContext } from '@playwright/test'
import { build, type Plugin } from 'vite'

/** Where the bare canvas is; no server is behind it. */
export const BARE_CANVAS_URL = 'http://bare-canvas.test/'

const ENTRY = 'virtual:bare-canvas'

/** The canvas library as its own guide shows it: plain boxes with a line of text, and nothing of ours. */
const PAGE = `
  import '@xyflow/react/dist/style.css'
  import { ReactFlow, useEdgesState, useNodesState } from '@xyflow/react'
  import { createElement } from 'react'
  import { createRoot } from 'react-dom/client'

  function Bare({ flow }) {
    const [nodes, , onNodesChange] = useNodesState(flow.nodes)
    const [edges, , onEdgesChange] = useEdgesState(flow.edges)
    return createElement(ReactFlow, {
      nodes, edges, onNodesChange, onEdgesChange,
      fitView: true, fitViewOptions: { padding: 0.15, maxZoom: 1, minZoom: 0.25 }, minZoom: 0.1, maxZoom: 2,
    })
  }

  globalThis.showBare = (flow, { width, height }) => {
    const place = document.createElement('div')
    Object.assign(place.style, { width: width + 'px', height: height + 'px' })
    document.body.replaceChildren(place)
    createRoot(place).render(createElement(Bare, { flow }))
  }
`

const servePage: Plugin = {
  name: 'bare-canvas',
  resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : undefined),
  load: (id) => (id === `\0${ENTRY}` ? PAGE : undefined),
}

/** Builds the page as the dashboard is built, and answers it in this browser. */
export async function serveBareCanvas(context: BrowserContext): Promise<void> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [servePage],
    build: { write: false, target: 'es2023', rolldownOptions: { input: ENTRY } },
  })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    'output' in one ? one.output : [],
  )
  const textOf = (ending: string) =>
    outputs.flatMap((file) =>
      file.fileName.endsWith(ending) ? [file.type === 'chunk' ? file.code : String(file.source)] : [],
    )
  const body = `<!doctype html><style>body { margin: 0 } ${textOf('.css').join('\n')}</style>
    <script type="module">${textOf('.js').join('\n').replaceAll('</script', '<\\/script')}</script>`
  await context.route(`${BARE_CANVAS_URL}**`, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body }),
  )
}
