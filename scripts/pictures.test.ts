import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPictureProblems, readPictures } from './pictures.ts'

test('every picture of the tree is shown by a document, which says what is seen', () => {
  const tree = readPictures(join(import.meta.dirname, '..'))
  expect([...tree.documents.keys()]).toEqual(expect.arrayContaining(['README.md', 'docs/operations.md']))
  expect(tree.pictures).not.toEqual([])
  expect(findPictureProblems(tree)).toEqual([])
})

test('a picture that no document shows is a problem, and so is one that is missing or without words', () => {
  const documents = new Map([
    ['README.md', '![The inbox](docs/screens/inbox.png) ![](docs/screens/runs.png)'],
    ['docs/guide.md', '![The editor](screens/editor.png) ![A page of others](https://example.org/a.png)'],
  ])
  const pictures = ['inbox', 'runs', 'flows'].map((name) => `docs/screens/${name}.png`)
  expect(findPictureProblems({ documents, pictures })).toEqual([
    'README.md shows docs/screens/runs.png without saying what is seen',
    'docs/guide.md shows docs/screens/editor.png, which is not there',
    'docs/screens/flows.png is shown by no document: show it, or remove it',
  ])
})
