/** Of the form of posts in channels. */
export const channels = {
  fields: { channel: 'Channel' },
  hints: {
    'channel.post.channel':
      'Its address, from the page of the number under Channels; the number of the flow has to own or administer it.',
    'channel.post.text': 'With a file it stands under it. Voice messages and sounds carry none.',
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
