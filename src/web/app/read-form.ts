/** Reads the fields of a form by their names; what is not there is ''. */
export function readForm(form: HTMLFormElement): (name: string) => string {
  const data = new FormData(form)
  return (name) => String(data.get(name) ?? '').trim()
}
