import type { Handlers } from '../../contract/handlers.ts'
import type { SessionMoves } from './session-moves.ts'

export function createSessionHandlers(
  moves: SessionMoves,
): Pick<Handlers['clients'], 'exportSession' | 'importSession' | 'importBaileysSession' | 'reclaimSession'> {
  return {
    async exportSession({ id, passphrase }, ctx) {
      const { file } = await moves.export(id, ctx.owner, passphrase)
      const message =
        'The session is in the file, and the client stays stopped here. Import it in the other place; clients.reclaimSession takes it back.'
      return { file, fileName: `${id}.parley-session`, message }
    },
    async importSession({ id, file, passphrase }, ctx) {
      const { phoneNumber } = await moves.import(id, ctx.owner, file, passphrase)
      return {
        phoneNumber,
        message: 'The client has the session. Start it with worker.start; nothing is scanned.',
      }
    },
    async importBaileysSession({ id, file, session }, ctx) {
      const bytes = Buffer.from(file, 'base64')
      const { me, source, keys, skipped } = await moves.moveIn(id, ctx.owner, bytes, session)
      return {
        phoneNumber: me.phoneNumber || null,
        source,
        keys: keys.length,
        skippedKeys: skipped,
        message:
          'The session waits for its first login. Stop the place it comes from, without logging out there, then start the client with worker.start.',
      }
    },
    async reclaimSession({ id }, ctx) {
      await moves.reclaim(id, ctx.owner)
      return {
        message: 'The session is here again. Start it with worker.start, once no other place runs it.',
      }
    },
  }
}
