import type { NetworkChannels } from '../../src/network/port.ts'

const refuse = async () => ({ kind: 'refused', networkCode: 404 }) as const

/** A network without channels: the account follows none, makes none, and none is found. The sandbox has them. */
export const noChannels: NetworkChannels = {
  list: async () => ({ kind: 'answered', value: [] }),
  find: async () => ({ kind: 'answered', value: null }),
  follow: refuse,
  mute: refuse,
  create: async () => ({ kind: 'refused', networkCode: 400 }),
  update: refuse,
  delete: refuse,
  posts: refuse,
  postsAfter: refuse,
  bytesOf: refuse,
  post: refuse,
  editPost: refuse,
  watch: refuse,
  followers: refuse,
  countAdmins: refuse,
  demote: refuse,
  changeOwner: refuse,
  deletePost: refuse,
  react: refuse,
}
