import { READ_VALUE } from './blocks/set-variable.ts'
import { type Converter, convertToNodes, newNode } from './converted.ts'
import { textOf } from './document.ts'
import { note } from './notes.ts'

const SETS = /setVariable\(\s*(["'`])(.*?)\1/g
const NOTE = note('SCRIPT_WITHOUT_PAGE')

/**
 * A script of the bot. What it gives to `setVariable` is collected and stored by the next node, when the script ends
 * well; one that fails changes nothing and ends nothing. Scripts of the visitor's page have no page here.
 */
export const script: Converter = (block, { variables }) => {
  const content = textOf(block.options.content)
  if (content.trim() === '') return convertToNodes([])
  if (block.options.isExecutedOnClient !== false) {
    return { status: 'changed', notes: [note('PAGE_SCRIPT_LEFT_OUT')], nodes: [] }
  }
  const names = [...new Set([...content.matchAll(SETS)].map(([, , name = '']) => name))]
  const written = names.flatMap((name) => {
    const own = variables.findByName(name)
    return own === undefined ? [] : [{ name, own }]
  })
  const body = variables.script(content, (own) => `value(vars.${own})`)
  const changes = variables.fresh('changes')
  const before = written.map(({ name, own }) => `  ${JSON.stringify(name)}: vars.${own} ?? null,`)
  const source = [
    READ_VALUE,
    'const changes = {',
    ...before,
    '}',
    'const setVariable = (name, given) => {',
    '  changes[name] = given ?? null',
    '}',
    '{',
    `const run = () => {\n${body}\n}`,
    'run()',
    '}',
    `return [${written.map(({ name }) => `changes[${JSON.stringify(name)}]`).join(', ')}]`,
  ].join('\n')
  if (written.length === 0) return convertToNodes([newNode('code', { source })], [NOTE])
  const assign = written.map(({ own }, index) => ({ var: own, value: `{{ vars.${changes}[${index}] }}` }))
  return convertToNodes(
    [newNode('code', { source, saveAs: changes }, { error: { node: 2 } }), newNode('set', { assign })],
    [NOTE],
  )
}
