/** Of the forms of posts in channels and of statuses. */
export const channels = {
  fields: { channel: 'Channel', background: 'Colour behind it' },
  hints: {
    'channel.post.channel':
      'Its address, from the page of the number under Channels; the number of the flow has to own or administer it.',
    'channel.post.text': 'With a file it stands under it. Voice messages and sounds carry none.',
    'status.post.text': 'With a picture or a video it stands under it. At most 700 characters.',
    'status.post.background': 'As #1f6e5c; behind a text or a recording.',
    'status.post.url': 'A picture, a video or a recording instead of a text alone.',
  },
  /** The channels of the flow's number, to choose from. */
  pick: {
    label: 'Channels of the number',
    other: 'Another address',
    loading: 'Reading the channels of the number…',
    failed: 'The channels of the number could not be read. Write the address.',
    none: 'The number runs no channel. Make one on its page, under Channels.',
    anyNumber: 'Put the flow on a number to choose among its channels.',
  },
}
