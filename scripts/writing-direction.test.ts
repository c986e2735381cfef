import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findPhysicalClasses } from './writing-direction.ts'

const WEB = path.join(import.meta.dirname, '../src/web')
/** The graph is drawn from left to right in every language. */
const CANVAS = 'flow-editor/canvas/'

const names = (source: string) => findPhysicalClasses(source).map(({ name }) => name)

describe('the layout of the dashboard', () => {
  it('names sides by the direction of writing, but for the canvas', () => {
    const files = globSync('**/*.tsx', { cwd: WEB }).filter((file) => !file.startsWith(CANVAS))
    expect(files.length).toBeGreaterThan(100)
    const found = files.flatMap((file) =>
      findPhysicalClasses(readFileSync(path.join(WEB, file), 'utf8')).map(
        ({ line, name }) => `${file}:${line} ${name}`,
      ),
    )
    expect(found).toEqual([])
  })
})

describe('a class that names a side of the screen', () => {
  it('is found with its variants, its sign and its value', () => {
    expect(names('className="lg:pl-64 -ml-2 sm:last:pr-6 -left-[1.8px] left-1/2 !-right-1.5"')).toEqual([
      'pl-64',
      '-ml-2',
      'pr-6',
      '-left-[1.8px]',
      'left-1/2',
      '-right-1.5',
    ])
    expect(names("'text-left', `border-l rounded-br-md rounded-l-none border-r-2`")).toEqual([
      'text-left',
      'border-l',
      'rounded-br-md',
      'rounded-l-none',
      'border-r-2',
    ])
  })

  it('is told from those of the text and from words', () => {
    const source = `"ps-3 me-auto text-start inset-x-0 border-line rounded-lg border-b rounded-t-xl place-items-center"`
    expect(names(source)).toEqual([])
    expect(names('left: 3, the left-hand side, mr-smith')).toEqual(['mr-smith'])
  })
})
