export const teamThread = {
  viewing: (name: string) => `${name} is looking`,
  typing: (name: string) => `${name} is writing`,
  answering: (names: readonly string[]) =>
    names.length === 1 ? `${names[0]} is answering` : `${names.join(' and ')} are answering`,
}
