import {
  type ConvertContext,
  type Converter,
  convertToNodes,
  type Exit,
  type NewNode,
  newNode,
} from '../converted.ts'
import { listOf, objectOf, type TypebotItem, textOf, waysOf } from '../document.ts'
import { note } from '../notes.ts'
import { attempts, BARE_PROMPT, invalidExit, retryTextOf } from './choices.ts'
import { toOptionId } from './ids.ts'

const MAX_OPTIONS = 20

interface Button {
  card: TypebotItem
  way: ReturnType<typeof waysOf>[number]
}

/** Cards become their pictures and texts, and a menu of all their buttons. */
export const cards: Converter = (block, context) => {
  const { variables, timeoutSec } = context
  const buttons = block.items.flatMap((card) => waysOf(card).map((way): Button => ({ card, way })))
  if (buttons.length === 0)
    return convertToNodes(
      block.items.flatMap((card) => show(card, context)),
      [note('CARDS_AS_MENU')],
    )
  const shown = buttons.slice(0, MAX_OPTIONS)
  const texts = shown.map(({ way }) => way.text)
  const nodes: NewNode[] = block.items.flatMap((card) => show(card, context))
  const menuAt = nodes.length
  const stores = shown.map((button) => store(button, block.options.saveResponseMapping, context))
  const isStored = stores.some((assign) => assign.length > 0)
  const leads = shown.map(({ way }): Exit => ({ item: way.id, orElse: 'onward' }))
  const options = shown.map(({ card, way }, index) => {
    const isTwice = texts.indexOf(way.text) !== texts.lastIndexOf(way.text) || way.text === ''
    const label = isTwice ? [textOf(card.title), way.text].filter(Boolean).join(': ') : way.text
    return { id: toOptionId(way.id), label: variables.text(label).trim().slice(0, 200) || String(index + 1) }
  })
  const exits = options.map(({ id }, index): [string, Exit] => [
    `opt:${id}`,
    isStored ? { node: menuAt + 1 + index } : (leads[index] ?? 'onward'),
  ])
  const retryText = retryTextOf(block, context)
  nodes.push(
    newNode(
      'menu',
      { prompt: BARE_PROMPT, options, timeoutSec, retryText, ...attempts(context) },
      { ...Object.fromEntries(exits), ...invalidExit(context) },
    ),
  )
  if (isStored) {
    for (const [index, assign] of stores.entries())
      nodes.push({ ...newNode('set', { assign }, { out: leads[index] ?? 'onward' }), isBeside: true })
  }
  return convertToNodes(nodes, [
    note('CARDS_AS_MENU'),
    shown.length < buttons.length ? note('BUTTONS_LEFT_OUT') : null,
  ])
}

function show(card: TypebotItem, { variables }: ConvertContext): NewNode[] {
  const text = [card.title, card.description]
    .map((part) => variables.text(part))
    .filter(Boolean)
    .join('\n')
  const url = variables.text(card.imageUrl)
  if (url !== '') return [newNode('send.media', { kind: 'image', url, caption: text || undefined })]
  return text === '' ? [] : [newNode('send.text', { text })]
}

/** What is kept of a button that was chosen, and of its card. */
function store({ card, way }: Button, mapping: unknown, { variables }: ConvertContext) {
  const values: Readonly<Record<string, unknown>> = {
    'Image URL': card.imageUrl,
    Title: card.title,
    Description: card.description,
    'Button label': way.text,
    'Internal Value': objectOf(card.options).internalValue,
  }
  return listOf(mapping).flatMap(({ field, variableId }) => {
    const name = variables.find(variableId)
    return name === undefined ? [] : [{ var: name, value: variables.text(values[textOf(field)]) }]
  })
}
