interface Named {
  id: string
  name: string | null
  notify: string | null
  username: string | null
  phoneNumber: string | null
}

/** A person’s username as people write it. */
export const toHandle = (username: string | null): string | null =>
  username === null ? null : `@${username}`

/** What a person is called: in the address book, by themselves, by their username, by their number, or as their address reads. */
export const calledOf = (
  { id, name, notify, username, phoneNumber }: Named,
  readable: (jid: string) => string,
): string => name ?? notify ?? toHandle(username) ?? phoneNumber ?? readable(id)
