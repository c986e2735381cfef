import { type Converter, convertTo, convertToNodes, type Exit, newNode, stubFor } from '../converted.ts'
import { listOf, numberOf, textOf } from '../document.ts'
import { note } from '../notes.ts'
import { script } from '../script.ts'
import { condition } from './condition.ts'
import { setVariable } from './set-variable.ts'

const MAX_CASES = 50

/** An arm without an edge of its own: A goes B's way, B goes on. */
const abTest: Converter = (block) => {
  const percent = Math.min(100, Math.max(0, numberOf(block.options.aPercent) ?? 50))
  const [a, b] = block.items
  if (!a || !b) return convertToNodes([])
  const toB: Exit = { item: b.id, orElse: 'onward' }
  if (percent === 0 || percent === 100) {
    const only: Exit = percent === 0 ? toB : { item: a.id, orElse: toB }
    const even = ['a', 'b'].map((id) => ({ id, weight: 1 }))
    return convertToNodes([newNode('split', { arms: even, sticky: false }, { 'arm:a': only, 'arm:b': only })])
  }
  const arms = [
    { id: 'a', weight: percent },
    { id: 'b', weight: 100 - percent },
  ]
  const exits: Record<string, Exit> = { 'arm:a': { item: a.id, orElse: toB }, 'arm:b': toB }
  return convertToNodes([newNode('split', { arms, sticky: false }, exits)])
}

const wait: Converter = (block) => {
  const written = textOf(block.options.secondsToWaitFor).trim()
  const seconds = numberOf(written)
  if (seconds === undefined && written.includes('{{')) {
    return stubFor(block, note('WAIT_IN_VARIABLE'))
  }
  if (!seconds || seconds < 0) return convertToNodes([])
  return convertTo('delay', { seconds: Math.max(1, seconds) }, seconds < 1 ? [note('WHOLE_SECOND')] : [])
}

/** Remembers where a `Return` later goes back to: the block after this one, when there is one. */
const jump: Converter = (block, { returnTo, nextBlockId }) => {
  const groupId = textOf(block.options.groupId)
  if (groupId === '') return convertToNodes([])
  if (groupId.includes('{{')) return stubFor(block, note('JUMP_IN_VARIABLE'))
  const blockId = textOf(block.options.blockId)
  const target: Exit = { group: groupId, ...(blockId === '' ? {} : { blockId }) }
  const leave = newNode('goto', {}, { target })
  if (returnTo === undefined || nextBlockId === undefined) return convertToNodes([leave])
  return convertToNodes([newNode('set', { assign: [{ var: returnTo, value: nextBlockId }] }), leave])
}

/** Goes back to where the bot was before it jumped or answered what it did not understand; else it goes on. */
const goBack: Converter = (_block, { returnTo, returnPoints, variables }) => {
  if (returnTo === undefined || returnPoints.length === 0) return convertToNodes([])
  const known = returnPoints.slice(0, MAX_CASES)
  const going = variables.fresh('going_back')
  const assign = [
    { var: going, value: `{{ vars.${returnTo} }}` },
    { var: returnTo, op: 'unset' },
  ]
  const cases = known.map((id, index) => ({
    id: `back-${index + 1}`,
    all: [{ left: `{{ vars.${going} }}`, op: 'eq', right: id }],
  }))
  const exits = Object.fromEntries(
    known.map((id, index): [string, Exit] => [`case:back-${index + 1}`, { block: id }]),
  )
  return convertToNodes(
    [newNode('set', { assign }), newNode('condition', { cases }, exits)],
    known.length < returnPoints.length ? [note('RETURNS_BOUNDED', { most: MAX_CASES })] : [],
  )
}

/** A part of the same bot is played and comes back here; what follows is kept until that part has ended. */
const link: Converter = (block, context) => {
  const { typebotId, groupId } = block.options
  if (textOf(typebotId) === '') return convertToNodes([])
  if (typebotId === 'current' && textOf(groupId) !== '') {
    const { comeBack, nextBlockId } = context
    const jumped = jump(block, { ...context, returnTo: undefined })
    if (comeBack === undefined || nextBlockId === undefined || jumped.status !== 'exact') return jumped
    const assign = [{ var: comeBack, op: 'append', value: block.id, as: 'string' }]
    return convertToNodes([newNode('set', { assign }), ...jumped.nodes])
  }
  return convertTo('subflow', { flowId: textOf(typebotId) }, [note('LINKED_BOT')])
}

const redirect: Converter = (block, { variables }) => {
  const url = variables.text(block.options.url)
  return url === '' ? convertToNodes([]) : convertTo('send.text', { text: url }, [note('SENT_AS_LINK')])
}

const listen: Converter = (block, { variables }) => {
  const [mapping] = listOf(block.options.responseVariableMapping)
  const data = { saveAs: variables.find(mapping?.variableId) }
  return convertTo('ask', data, [note('RESUMED_BY_API')])
}

export const LOGIC: Readonly<Record<string, Converter>> = {
  Condition: condition,
  'Set variable': setVariable,
  'AB test': abTest,
  Wait: wait,
  Jump: jump,
  'Typebot link': link,
  Redirect: redirect,
  Code: script,
  webhook: listen,
  Return: goBack,
  Loop: (block) => stubFor(block, note('NO_LOOP')),
}
