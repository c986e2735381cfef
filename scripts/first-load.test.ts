import { expect, test } from 'vitest'
import { listScripts } from './first-load.ts'

const MANIFEST = {
  'index.html': { file: 'a.js', imports: ['_shared.js'], dynamicImports: ['page.tsx'] },
  'page.tsx': { file: 'p.js', imports: ['_shared.js', '_part.js'] },
  '_shared.js': { file: 's.js' },
  '_part.js': { file: 'q.js', imports: ['index.html'] },
  'style.css': { file: 'x.css' },
}

test('a first load is the entry, the page and what both import, each once', () => {
  expect(listScripts(MANIFEST, ['index.html', 'page.tsx']).sort()).toEqual(['a.js', 'p.js', 'q.js', 's.js'])
})

test('what is loaded later does not count', () => {
  expect(listScripts(MANIFEST, ['index.html']).sort()).toEqual(['a.js', 's.js'])
})

test('a page that is not in the bundle is a mistake', () => {
  expect(() => listScripts(MANIFEST, ['gone.tsx'])).toThrow('gone.tsx')
})
