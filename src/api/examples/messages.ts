import type { ContentType } from '../../contract/conversations/message.ts'
import { EXAMPLE_JID, EXAMPLE_MESSAGE_ID, EXAMPLE_NUMBER } from './ids.ts'

const VCARD = `BEGIN:VCARD\nVERSION:3.0\nFN:Ana Lima\nTEL;type=CELL;waid=447700900456:+44 7700 900456\nEND:VCARD`

interface MessageExample {
  summary: string
  message: Record<string, unknown>
}

/** One message of each type, the smallest that shows what the type is for; the text comes first. */
const OF_EACH_TYPE: Readonly<Record<ContentType, MessageExample>> = {
  text: { summary: 'Text', message: { text: 'Hello' } },
  image: {
    summary: 'Picture from an address',
    message: { image: 'https://example.com/cat.jpg', caption: 'A cat' },
  },
  video: { summary: 'Video', message: { video: 'https://example.com/tour.mp4', caption: 'A tour' } },
  audio: { summary: 'Music or speech', message: { audio: 'https://example.com/jingle.mp3' } },
  document: {
    summary: 'Document',
    message: { document: 'https://example.com/menu.pdf', mimetype: 'application/pdf', fileName: 'menu.pdf' },
  },
  sticker: { summary: 'Sticker', message: { sticker: 'https://example.com/wave.webp' } },
  location: {
    summary: 'Place',
    message: { location: { degreesLatitude: 51.5, degreesLongitude: -0.12, name: 'Corner shop' } },
  },
  contacts: { summary: 'Contact card', message: { contacts: { contacts: [{ vcard: VCARD }] } } },
  poll: {
    summary: 'Poll',
    message: { poll: { name: 'Which day?', values: ['Friday', 'Saturday'], selectableCount: 1 } },
  },
  event: {
    summary: 'Event',
    message: { event: { name: 'Tasting', startDate: '2030-03-17T19:00:00+01:00' } },
  },
  groupInvite: {
    summary: 'Invitation to a group',
    message: {
      groupInvite: {
        inviteCode: 'AbCdEfGhIjKlMnOpQrStUv',
        inviteExpiration: 1_900_000_000,
        text: 'Join us',
        jid: '120363023456789012@g.us',
        subject: 'Neighbours',
      },
    },
  },
  pin: {
    summary: 'Pin a message for a day',
    message: { pin: { remoteJid: EXAMPLE_JID, id: EXAMPLE_MESSAGE_ID, fromMe: true, type: 1, time: 86_400 } },
  },
  listReply: {
    summary: 'Answer to a list',
    message: {
      listReply: { title: 'Delivery', singleSelectReply: { selectedRowId: 'delivery' } },
      quoted: EXAMPLE_MESSAGE_ID,
    },
  },
  buttonReply: {
    summary: 'Answer to a button',
    message: {
      buttonReply: { displayText: 'Yes', id: 'yes', index: 0, type: 'plain' },
      quoted: EXAMPLE_MESSAGE_ID,
    },
  },
}

const FURTHER: Readonly<Record<string, MessageExample>> = {
  imageInBase64: {
    summary: 'Picture in the body',
    message: {
      image: {
        base64:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg==',
        mimetype: 'image/png',
      },
    },
  },
  voiceNote: { summary: 'Voice note', message: { audio: 'https://example.com/note.ogg', ptt: true } },
  quote: { summary: 'Answer to a message', message: { text: 'Until six', quoted: EXAMPLE_MESSAGE_ID } },
  mention: {
    summary: 'Text that mentions somebody',
    message: { text: 'Ask @447700900123', mentions: [EXAMPLE_NUMBER] },
  },
}

export const MESSAGE_EXAMPLES: Readonly<Record<string, MessageExample>> = { ...OF_EACH_TYPE, ...FURTHER }
