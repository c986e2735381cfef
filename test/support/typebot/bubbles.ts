import type { BotBlock } from './bot.ts'
import type { BotVariables } from './variables.ts'

interface RichNode {
  type?: string
  text?: string
  url?: string
  bold?: boolean
  italic?: boolean
  strikethrough?: boolean
  children?: RichNode[]
}

/** What a bubble shows in a chat of texts, files by their kind and address; null for one that shows nothing. */
export function showBubble({ type, content = {} }: BotBlock, variables: BotVariables): string | null {
  const url = variables.text(content.url)
  switch (type) {
    case 'text': {
      const lines = ((content.richText ?? []) as RichNode[]).map(write).join('\n').trim()
      return variables.text(lines) || null
    }
    case 'image':
    case 'audio':
      return url === '' ? null : `[${type}] ${url}`
    case 'video':
      if (url === '') return null
      return content.type === 'url' ? `[video] ${url}` : url
    case 'embed':
      return url || null
    default:
      return null
  }
}

function write(node: RichNode): string {
  const children = node.children ?? []
  if (node.type === 'ol')
    return children.map((item, index) => `${index + 1}. ${write(item).trim()}`).join('\n')
  if (node.type === 'ul') return children.map((item) => `- ${write(item).trim()}`).join('\n')
  const inner = children.map(write).join('')
  if (node.type === 'a')
    return inner === '' || inner === node.url ? (node.url ?? '') : `${inner} (${node.url})`
  if (node.text === undefined) return inner
  return mark(node.text, node)
}

/** The marks of the chat go around the words, never around blanks at their ends. */
function mark(text: string, { bold, italic, strikethrough }: RichNode): string {
  const inner = text.trim()
  if (inner === '') return text
  const marks = `${strikethrough ? '~' : ''}${italic ? '_' : ''}${bold ? '*' : ''}`
  const marked = marks + inner + [...marks].reverse().join('')
  return text.replace(inner, () => marked)
}
