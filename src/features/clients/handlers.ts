import type { Handlers, OwnerId } from '../../contract/handlers.ts'
import { parseRecipient } from '../../core/addresses.ts'
import { HEALTH_FINDINGS } from '../../core/client/account-health.ts'
import { isConnectedCode, isLinkedCode } from '../../core/client/client-status.ts'
import { type Refusal, refusal } from '../../core/errors.ts'
import type { RefusalParams } from '../../core/refusal-reasons.ts'
import type { HealthReader } from './health.ts'
import type { ClientService } from './service.ts'

const refuseContact = <Reason extends 'RECIPIENT_UNREADABLE' | 'STATUS_IS_NO_CONTACT'>(
  reason: Reason,
  params: RefusalParams[Reason],
): Refusal => refusal('BAD_REQUEST', reason, params, { path: 'contactJid' })

export interface ClientHandlerDeps {
  service: ClientService
  readHealth: HealthReader
  /** Refuses a flow that cannot be the main menu of this client. */
  checkMainMenuFlow(userId: OwnerId, clientId: string, flowId: string): Promise<void>
  /** Sets the flag for the contact's canonical address; answers the ids of the runs that blacklisting removed. */
  setContactFlag(
    clientId: string,
    contact: string,
    flag: 'blacklist' | 'favourite',
    value: boolean,
  ): Promise<{ cancelledRunIds: string[] }>
}

/** `data` of server.qr: the pairing string, true once paired, false while it is awaited. */
function toQrData(code: string, qr: string | null): string | boolean {
  if (qr) return qr
  return isLinkedCode(code)
}

type PairingCode = Awaited<ReturnType<ClientService['requestPairingCode']>>

/** With a dash in the middle, as phones show the places for it. */
export const toPairingCode = ({ code, phoneNumber, expiresAtMs }: PairingCode) => ({
  code: `${code.slice(0, 4)}-${code.slice(4)}`,
  phoneNumber,
  expiresAt: new Date(expiresAtMs).toISOString(),
})

type LiveClient = Awaited<ReturnType<ClientService['listLive']>>[number]

const PAUSED_UNTIL: Readonly<Record<string, (live: Omit<LiveClient, 'id'>) => Date | null>> = {
  REACH_OUT_RESTRICTED: ({ reachOutUntil }) => reachOutUntil,
  NEW_CHAT_LIMIT: ({ newChatsUntil }) => newChatsUntil,
}

/** A period that is over says nothing of the next one. */
function toNewChats(live: Omit<LiveClient, 'id'>) {
  const { newChatsTotal: allowed, newChatsLevel: level, newChatsSince, newChatsUntil } = live
  const isOver = newChatsUntil !== null && newChatsUntil.getTime() <= Date.now()
  if (level === null || isOver || (allowed === null && level !== 'capped')) return null
  return {
    ...{ allowed, used: live.newChatsUsed ?? 0, level },
    since: newChatsSince?.toISOString() ?? null,
    until: newChatsUntil?.toISOString() ?? null,
  }
}

function toWorkerHealth(clientId: string, read: Awaited<ReturnType<HealthReader>>) {
  const { level, findings, facts, newPeople } = read
  const { connection, sends, dayBefore } = facts
  return {
    clientId,
    level,
    findings: findings.map((code) => {
      const { sentence: message, action, level: howBad } = HEALTH_FINDINGS[code]
      return { code, level: howBad, message, action }
    }),
    lastDay: {
      ...{ runningSec: connection.runningSec, connectedSec: connection.connectedSec },
      ...{ connectionLosses: connection.losses, sent: sends.sent, sentLastHour: sends.lastHour },
      mostPerHour: facts.sendRatePerSecond * 3_600,
      ...{ refused: [...sends.refused], newPeople },
    },
    dayBefore,
  }
}

const toWorkerStatus = (clientId: string, live: Omit<LiveClient, 'id'>) => ({
  clientId,
  status: live.text.status,
  code: live.code,
  message: live.text.sentence,
  action: live.text.action,
  desiredState: live.workerDesiredState,
  network: live.network,
  since: live.liveSince.toISOString(),
  memoryBytes: live.memoryBytes,
  proxy: live.proxy,
  restrictedUntil: PAUSED_UNTIL[live.code]?.(live)?.toISOString() ?? null,
  newChats: toNewChats(live),
})

type ClientOperations = Omit<
  Handlers['clients'],
  | 'getProxy'
  | 'setProxy'
  | 'exportSession'
  | 'importSession'
  | 'importBaileysSession'
  | 'reclaimSession'
  | 'pairingLinks'
>

function createClientOperations(deps: ClientHandlerDeps): ClientOperations {
  const { service } = deps
  return {
    get: ({ id }, ctx) => service.read(id, ctx.owner),
    list: ({ search }, ctx) => service.list(ctx.owner, search),
    create: ({ name, network, ...settings }, ctx) =>
      service.create({
        ...settings,
        name: name ?? 'New client',
        network: network ?? 'whatsapp',
        owner: ctx.owner,
        userId: ctx.principal.userId,
      }),
    update: ({ id, ...settings }, ctx) => service.update(id, ctx.owner, settings),
    async delete({ id }, ctx) {
      await service.delete(id, ctx.owner)
      return { success: true }
    },
    async history({ id, limit }, ctx) {
      const changes = await service.history(id, ctx.owner, limit)
      return changes.map(({ text, createdAt, ...change }) => ({
        ...change,
        status: text.status,
        message: text.sentence,
        action: text.action,
        createdAt: createdAt.toISOString(),
      }))
    },
    async updateMainMenuFlow({ clientId, mainMenuFlowId }, ctx) {
      await service.read(clientId, ctx.owner)
      if (mainMenuFlowId) await deps.checkMainMenuFlow(ctx.owner, clientId, mainMenuFlowId)
      return service.writeMainMenuFlow(clientId, ctx.owner, mainMenuFlowId)
    },
    async setContactFlag({ clientId, contactJid, flag, value }, ctx) {
      await service.read(clientId, ctx.owner)
      const parsed = parseRecipient(contactJid)
      if (!parsed.ok) throw refuseContact('RECIPIENT_UNREADABLE', { given: parsed.given })
      if (parsed.kind === 'status') throw refuseContact('STATUS_IS_NO_CONTACT', {})
      const { cancelledRunIds } = await deps.setContactFlag(clientId, parsed.address, flag, value)
      return { success: true, cancelledRunIds }
    },
  }
}

function createPasskeyOperations(service: ClientService): Handlers['worker']['passkey'] {
  return {
    async get({ clientId }, ctx) {
      const { passkey, text } = await service.status(clientId, ctx.owner)
      if (!passkey)
        return { message: text.sentence, waitsFor: 'nothing', options: null, code: null, expiresAt: null }
      const { expiresAtMs, ...asked } = passkey
      return { message: text.sentence, ...asked, expiresAt: new Date(expiresAtMs).toISOString() }
    },
    async answer({ clientId, assertion }, ctx) {
      await service.takePasskey(clientId, ctx.owner, assertion)
      return { message: 'The network took it. Ask worker.passkey.get whether a code has to be compared.' }
    },
    async confirm({ clientId }, ctx) {
      await service.takePasskey(clientId, ctx.owner, null)
      return { message: 'The phone links the client now.' }
    },
  }
}

function createWorkerOperations({ service, readHealth }: ClientHandlerDeps): Handlers['worker'] {
  return {
    async start({ clientId }, ctx) {
      const started = await service.start(clientId, ctx.owner)
      const connected = isConnectedCode(started.code)
      const message = connected
        ? 'The worker is running and connected.'
        : 'The worker has started. Poll server.qr until it is paired.'
      return { message, socketId: started.socketId }
    },
    async stop({ clientId }, ctx) {
      await service.stop(clientId, ctx.owner)
      return { message: 'The worker is stopped; the client stays paired.' }
    },
    async restart({ clientId }, ctx) {
      const { socketId } = await service.restart(clientId, ctx.owner)
      return { message: 'The worker has restarted.', socketId }
    },
    async logout({ clientId }, ctx) {
      await service.logout(clientId, ctx.owner)
      return { message: 'The device is unlinked. The next start asks for a new QR code.' }
    },
    async pairingCode({ clientId, phoneNumber }, ctx) {
      const given = await service.requestPairingCode(clientId, ctx.owner, phoneNumber)
      const message = 'Type the code into the phone: Linked devices, then link with the phone number.'
      return { message, ...toPairingCode(given) }
    },
    passkey: createPasskeyOperations(service),
    async status({ clientId }, ctx) {
      return toWorkerStatus(clientId, await service.status(clientId, ctx.owner))
    },
    async health({ clientId }, ctx) {
      return toWorkerHealth(clientId, await readHealth(clientId, ctx.owner))
    },
    async list(_, ctx) {
      return (await service.listLive(ctx.owner)).map((live) => toWorkerStatus(live.id, live))
    },
  }
}

export function createClientHandlers(deps: ClientHandlerDeps): Pick<Handlers, 'worker'> & {
  clients: ClientOperations
  qr: Handlers['server']['qr']
} {
  const { service } = deps
  return {
    clients: createClientOperations(deps),
    worker: createWorkerOperations(deps),
    async qr({ clientId }, ctx) {
      const live = await service.status(clientId, ctx.owner)
      return {
        message: live.text.sentence,
        data: toQrData(live.code, live.qr),
        expiresAt: live.qrExpiresAtMs === null ? null : new Date(live.qrExpiresAtMs).toISOString(),
        pairingCode: live.pairingCode && toPairingCode(live.pairingCode),
      }
    },
  }
}
