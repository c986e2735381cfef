import { type Converter, convertTo, stubFor } from './converted.ts'
import { numberOf, textOf } from './document.ts'
import { toChatText } from './rich-text.ts'

const text: Converter = ({ content }, { variables }) => {
  const written = variables.text(toChatText(content))
  if (written === '') return { status: 'exact', nodes: [], exits: [] }
  const notes = written.includes('{ {=') ? ['inline code is shown as text; move it to a code node'] : []
  return convertTo('send.text', { text: written }, notes)
}

function file(kind: 'image' | 'audio'): Converter {
  return (block, { variables }) => {
    const url = variables.text(block.content.url)
    if (url === '') return stubFor(block, `the ${kind} has no address`)
    const isLink = textOf(block.content.clickLink) !== '' || Object.hasOwn(block.content, 'clickLink')
    return convertTo('send.media', { kind, url }, isLink ? ['a click on the image led to a page'] : [])
  }
}

const video: Converter = (block, { variables }) => {
  const { type, id } = block.content
  const url = variables.text(block.content.url)
  if (type === 'youtube' && textOf(id) !== '' && url === '') {
    return convertTo('send.text', { text: `https://youtu.be/${textOf(id)}` }, ['sent as a link'])
  }
  if (url === '') return stubFor(block, 'the video has no address')
  const isFile = type === 'url' || (type === undefined && /\.(mp4|mov|3gp|webm)(\?|$)/i.test(url))
  return isFile
    ? convertTo('send.media', { kind: 'video', url })
    : convertTo('send.text', { text: url }, ['sent as a link'])
}

const embed: Converter = (block, { variables }) => {
  const url = variables.text(block.content.url)
  return url === ''
    ? stubFor(block, 'the embedded page has no address')
    : convertTo('send.text', { text: url }, ['sent as a link'])
}

const location: Converter = (block) => {
  const [latitude, longitude] = [numberOf(block.content.latitude), numberOf(block.content.longitude)]
  if (latitude === undefined || longitude === undefined) return stubFor(block, 'the place has no coordinates')
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
