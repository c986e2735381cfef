/** The preview of what a menu or a keyword understands. */
export const preview = {
  title: 'Try what people write',
  hint: 'Nothing is sent.',
  placeholder: 'For instance: the second one',
  none: 'Not understood.',
  starts: 'Starts the flow',
  kinds: {
    number: 'by its number',
    name: 'word for word',
    among_words: 'among words that choose nothing',
    number_in_words: 'a number in words',
    synonym: 'by a synonym',
    part_of_name: 'by a part that no other has',
    typing_error: 'with errors of typing',
  },
}
