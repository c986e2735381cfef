/** Of the form of email: labels and hints. */
export const email: { fields: Record<string, string>; hints: Record<string, string> } = {
  fields: {
    'email.secret': 'Mail server',
    to: 'To',
    cc: 'Copy to',
    replyTo: 'Answers go to',
    subject: 'Subject',
    html: 'Text in HTML',
    attachments: 'Files',
  },
  hints: {
    'email.secret': '{{ secrets.name }} of a mail server on the page Secrets.',
    'email.to': 'ana@example.com, several with commas between; variables may stand in it.',
    'email.html': 'Beside the text, or in its place. What variables hold is written as text.',
    'email.attachments': 'Each by its id: {{ vars.photo.mediaId }}.',
  },
}
