import { type ConvertContext, type Converter, convertTo, convertToNodes, newNode } from '../converted.ts'
import { numberOf, textOf } from '../document.ts'
import { note } from '../notes.ts'
import { toChatText } from '../rich-text.ts'
import { READ_TEXT, READ_VALUE } from './set-variable.ts'

const INLINE_CODE = /\{\{=(.+?)=\}\}/g

/** A text; code inside it is computed by a script before. */
const text: Converter = ({ content }, context) => {
  const { variables, kinds } = context
  const source = toChatText(content)
  const computed: { name: string; script: string }[] = []
  const written = source.replace(INLINE_CODE, (_whole, code: string) => {
    const name = variables.fresh('computed')
    computed.push({ name, script: inlineScript(code, context) })
    return `[[${name}]]`
  })
  const shown = computed.reduce(
    (line, { name }) => line.replace(`[[${name}]]`, `{{ vars.${name} }}`),
    variables.text(written),
  )
  if (shown === '') return convertToNodes([])
  const hasList = variables.idsIn(source).some((id) => kinds.isList(id))
  return convertToNodes(
    [
      ...computed.map(({ name, script }) => newNode('code', { source: script, saveAs: name })),
      newNode('send.text', { text: shown }),
    ],
    [hasList ? note('LIST_WRITING') : null, computed.length > 0 ? note('CODE_IN_TEXT') : null],
  )
}

function inlineScript(code: string, { variables }: ConvertContext): string {
  const body = variables.script(code, (own) => `value(vars.${own})`)
  return [
    READ_VALUE,
    READ_TEXT,
    'try {',
    /\breturn /.test(body) ? body : `return (${body}\n)`,
    '} catch {',
    `return ${variables.literal(code)}`,
    '}',
  ].join('\n')
}

function file(kind: 'image' | 'audio'): Converter {
  return (block, { variables }) => {
    const url = variables.text(block.content.url)
    if (url === '') return convertToNodes([])
    const isLink = textOf(block.content.clickLink) !== '' || Object.hasOwn(block.content, 'clickLink')
    return convertTo('send.media', { kind, url }, isLink ? [note('IMAGE_LINK')] : [])
  }
}

const video: Converter = (block, { variables }) => {
  const { type, id } = block.content
  const url = variables.text(block.content.url)
  if (type === 'youtube' && textOf(id) !== '' && url === '') {
    return convertTo('send.text', { text: `https://youtu.be/${textOf(id)}` }, [note('SENT_AS_LINK')])
  }
  if (url === '') return convertToNodes([])
  const isFile = type === 'url' || (type === undefined && /\.(mp4|mov|3gp|webm)(\?|$)/i.test(url))
  return isFile
    ? convertTo('send.media', { kind: 'video', url })
    : convertTo('send.text', { text: url }, [note('SENT_AS_LINK')])
}

const embed: Converter = (block, { variables }) => {
  const url = variables.text(block.content.url)
  return url === '' ? convertToNodes([]) : convertTo('send.text', { text: url }, [note('SENT_AS_LINK')])
}

const location: Converter = (block) => {
  const [latitude, longitude] = [numberOf(block.content.latitude), numberOf(block.content.longitude)]
  if (latitude === undefined || longitude === undefined) return convertToNodes([])
  return convertTo('send.location', { latitude, longitude, name: textOf(block.content.name) || undefined })
}

export const BUBBLES: Readonly<Record<string, Converter>> = {
  text,
  image: file('image'),
  audio: file('audio'),
  video,
  embed,
  location,
}
