import { listOf, objectOf, textOf } from './document.ts'

/** The text of a bubble with the marks of the chat: *bold*, _italic_, ~struck~; links as `text (address)`. */
export function toChatText(content: Readonly<Record<string, unknown>>): string {
  const { richText, plainText, html } = content
  if (Array.isArray(richText)) return listOf(richText).map(toLine).join('\n').trim()
  return (
    textOf(plainText) ||
    textOf(html)
      .replace(/<br\s*\/?>/gi, '\n')
      .replace(/<[^>]+>/g, '')
  ).trim()
}

function toLine(element: Record<string, unknown>): string {
  const children = listOf(element.children)
  switch (element.type) {
    case 'ul':
    case 'ol':
      return children
        .map((item, index) => `${element.type === 'ol' ? `${index + 1}.` : '-'} ${toLine(item).trim()}`)
        .join('\n')
    case 'a': {
      const label = children.map(toLine).join('')
      const url = textOf(element.url)
      return label === '' || label === url ? url : `${label} (${url})`
    }
    default:
      return children.length > 0 ? children.map(toLine).join('') : toMarked(element)
  }
}

function toMarked(leaf: Record<string, unknown>): string {
  const { text, bold, italic, strikethrough } = objectOf(leaf)
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(textOf(text)) ?? []
  if (inner === '') return textOf(text)
  let marked = inner
  if (bold === true) marked = `*${marked}*`
  if (italic === true) marked = `_${marked}_`
  if (strikethrough === true) marked = `~${marked}~`
  return before + marked + after
}
