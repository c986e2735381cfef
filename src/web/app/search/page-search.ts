/** Of an address the parts with these names that are texts. */
export function readTexts<const Name extends string>(
  search: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): { [Key in Name]?: string } {
  const texts = names.filter((name) => typeof search[name] === 'string').map((name) => [name, search[name]])
  return Object.fromEntries(texts) as { [Key in Name]?: string }
}

/**
 * Where the sign-in page leads afterwards. Only paths of our own: a link to the sign-in page must not lead people elsewhere.
 */
export function parseNext({ next }: Readonly<Record<string, unknown>>): { next?: string } {
  return typeof next === 'string' && next.startsWith('/') && !/^\/[/\\]/.test(next) ? { next } : {}
}
