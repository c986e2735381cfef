/** What the import of a Typebot says of a block, with {} for what varies, and the same in another language. */
export const typebotNotes: readonly (readonly [english: string, translated: string])[] = []
