interface Difference {
  name: string
  has: string | null
  needs: string
  choices: readonly string[]
}

export const flows = {
  title: 'Flows',
  intro: 'What answers your contacts by itself.',
  create: 'New flow',
  newName: 'New flow',
  newFallback: 'Sorry, I did not understand that.',
  templates: 'Templates',
  recipes: 'Recipes',
  import: 'Import flow',
  importTitle: 'Import a flow',
  importBody:
    'Choose a file, or paste its JSON: a flow that was exported here, or an exported Typebot. It lands as a draft.',
  importAction: 'Import',
  file: 'File',
  json: 'JSON',
  notJson: 'This is no JSON. Check that all of the file was pasted.',
  client: 'Number',
  noClient: 'No number yet',
  clientHint: 'A flow is published on one number.',
  empty: 'No flows yet',
  emptyBody: 'Say what you do and answer three questions, or take one of twenty that are ready.',
  begin: 'Begin with my business',
  nextTitle: 'Now let it answer',
  nextBody: 'Nothing answers on this number yet. Say what you do, and try a flow before any customer does.',
  columns: { name: 'Flow', client: 'Number', state: 'State', updated: 'Changed' },
  draft: 'Draft',
  published: 'Published',
  publish: 'Publish',
  unpublish: 'Unpublish',
  export: 'Export',
  results: 'Results',
  duplicate: 'Duplicate',
  delete: 'Delete',
  more: (name: string) => `More actions for ${name}`,
  imported: (name: string) => `${name} is imported as a draft.`,
  importedFaulty: 'It is imported as a draft, with all that is in it. Mend these before you publish it.',
  importedSeveral: (names: string) => `These flows are imported as drafts: ${names}.`,
  brought: {
    title: (name: string) => `${name} came with what it keeps`,
    body: 'Tables and contact fields that it uses. Nothing that you have was changed, and no rows or values came along.',
    kinds: {
      table: (name: string) => `Table ${name}`,
      contactField: (name: string) => `Contact field ${name}`,
    },
    states: {
      there: 'it was there.',
      made: 'it was made.',
      clash: 'you have another one of that name. Change yours, or the flow.',
      left: 'it could not be made. Make it yourself, or remove what you no longer use.',
    },
    difference: ({ name, has, needs, choices }: Difference) => {
      if (has === null) return `${name} is missing; the flow needs it as ${needs}.`
      if (choices.length > 0) return `${name} lacks the choices ${choices.join(', ')}.`
      return `${name} is ${has} here; the flow needs ${needs}.`
    },
    unique: (columns: string) => `${columns} may be there more than once here; the flow counts on once.`,
  },
  publishedToast: (name: string) => `${name} is published.`,
  unpublishedToast: (name: string) => `${name} is unpublished. Runs under way finish.`,
  duplicated: 'The copy is a draft.',
  deleted: (name: string) => `${name} is deleted.`,
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteBody: 'Runs of it that have not ended are cancelled. This cannot be undone.',
  problemsTitle: (name: string) => `“${name}” cannot be published yet`,
  problemsBody: 'Mend these, then publish again.',
  atNode: (id: string) => `Node ${id}`,
}
