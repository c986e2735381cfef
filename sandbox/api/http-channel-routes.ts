import { randomBytes } from 'node:crypto'
import type { Channel } from './channel.ts'
import { type Body, readCount, readGiven, readText } from './http-input.ts'
import type { Route } from './http-server.ts'
import type { Sandbox } from './sandbox.ts'

const describeChannel = ({ jid, name, description, inviteCode, followers, posts }: Channel) => ({
  ...{ jid, name, description, inviteCode, followers, posts },
  link: `https://whatsapp.com/channel/${inviteCode}`,
})

/** Channels: making them, posting in them and reacting to posts. */
export function buildChannelRoutes(sandbox: Sandbox): Record<string, Route> {
  const find = (body: Body) => sandbox.findChannel(readText(body, 'channel'))
  return {
    '/channel/create': (body) =>
      describeChannel(
        sandbox.channel({
          name: readText(body, 'name'),
          owner: readText(body, 'owner'),
          ...readGiven(body, { description: readText }),
        }),
      ),
    '/channel/info': (body) => describeChannel(find(body)),
    '/channel/post': async (body) => {
      const id = `3EB0${randomBytes(9).toString('hex').toUpperCase()}`
      return { id, serverId: await find(body).post(id, readText(body, 'text')) }
    },
    '/channel/react': async (body) => {
      await find(body).react(readText(body, 'number'), readCount(body, 'serverId'), readText(body, 'emoji'))
      return {}
    },
  }
}
