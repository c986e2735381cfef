/** Classes that name a side of the screen in place of a side of the text. */
const PHYSICAL =
  /(?<=^|[\s"'`:!])-?(?:(?:scroll-)?[mp][lr]-[\w[(]|text-(?:left|right)(?![\w-])|(?:left|right)-[\d[(]|(?:left|right)-(?:auto|full|px)\b|border-[lr](?![\w])|rounded-(?:[lr]|[tb][lr])(?![\w])|(?:float|clear)-(?:left|right)\b)[\w./[\]()%-]*/g

/** Each physical class of a source, with its line. */
export function findPhysicalClasses(source: string): { line: number; name: string }[] {
  return source
    .split('\n')
    .flatMap((text, index) => [...text.matchAll(PHYSICAL)].map(([name]) => ({ line: index + 1, name })))
}
