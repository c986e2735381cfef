/** Of the dialog with recipes; what each is for stands in `public/recipes/index.json`. */
export const recipes = {
  title: 'Recipes',
  body: 'Flows that other flows call: for sheets, calendars, payments, e-mail and contacts.',
  back: 'All recipes',
  guide: 'How to set it up',
  needs: 'What it needs',
  needed: {
    value: (name: string, hosts: string) => `The secret “${name}” for ${hosts}`,
    google_service_account: (name: string, hosts: string) =>
      `The connection “${name}” of a Google service account, for ${hosts}`,
    smtp: (name: string) => `The connection “${name}” of a mail server`,
  },
  stored: 'stored',
  missing: 'missing',
  secrets: 'To the page Secrets',
  sources: 'Checked against',
  import: 'Import as sub-flow',
}
