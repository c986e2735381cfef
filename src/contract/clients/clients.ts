import { z } from 'zod'
import { ONLINE_CHOICES } from '../../core/client/online-choice.ts'
import { clientId, recipient, resourceId } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { Client, ClientStateChange } from '../resources.ts'
import { pairingLinks } from './pairing-links.ts'
import { ProxyEntry } from './proxy.ts'
import { ClientProxy } from './proxy-resources.ts'

/** Longest base64 of an exported session; its operation takes a body of 32 MiB. */
export const MAX_SESSION_FILE_CHARS = 33_000_000

const newPassphrase = z
  .string()
  .min(12)
  .max(1024)
  .describe('At least 12 characters. It is not kept: without it nobody can read the file.')

const settings = {
  name: z.string().min(1).max(120).optional(),
  humanHandoffDurationSec: z.int32().min(0).max(2_592_000).optional(),
  sendRatePerSecond: z.int32().min(1).max(100).optional(),
  sendBurst: z.int32().min(1).max(1000).optional(),
  online: z.enum(ONLINE_CHOICES).optional(),
}

export const clients = {
  pairingLinks,
  get: defineOperation({
    name: 'clients.get',
    summary: 'Get a client',
    description: 'Its settings, its number and what its worker was asked to do.',
    scope: 'clients:read',
    reach: { ids: { id: 'client' } },
    effect: 'reads',
    input: z.strictObject({ id: resourceId.describe('Client id.') }),
    output: Client,
  }),
  updateMainMenuFlow: defineOperation({
    name: 'clients.updateMainMenuFlow',
    summary: 'Set the main-menu flow of a client',
    description: 'Null removes it.',
    scope: 'clients:write',
    reach: { ids: { clientId: 'client', mainMenuFlowId: 'flow' } },
    effect: 'writes',
    input: z.strictObject({ clientId, mainMenuFlowId: resourceId.nullable() }),
    output: Client,
  }),
  setContactFlag: defineOperation({
    name: 'clients.setContactFlag',
    summary: 'Block a contact from triggering flows, or mark it as a favourite',
    description: '`blacklist` true also removes the contact’s active flow states and answers their ids.',
    scope: 'contacts:write',
    reach: { ids: { clientId: 'client' } },
    effect: 'destroys',
    assistant: true,
    input: z.strictObject({
      clientId,
      contactJid: recipient,
      flag: z.enum(['blacklist', 'favourite']),
      value: z.boolean(),
    }),
    output: z.object({ success: z.boolean(), cancelledRunIds: z.array(z.string()) }),
  }),
  list: defineOperation({
    name: 'clients.list',
    summary: 'List the caller’s clients, newest first',
    scope: 'clients:read',
    reach: { lists: 'id' },
    effect: 'reads',
    extension: true,
    assistant: true,
    input: z.strictObject({
      search: z
        .string()
        .max(200)
        .optional()
        .describe('Part of the name or the number, whatever its case, its accents and its spaces.'),
    }),
    output: z.array(Client),
  }),
  create: defineOperation({
    name: 'clients.create',
    summary: 'Create a client; start its worker to pair it',
    scope: 'clients:write',
    reach: 'account',
    effect: 'writes',
    extension: true,
    input: z.strictObject({
      ...settings,
      network: z
        .enum(['whatsapp', 'sandbox'])
        .optional()
        .describe('Which network it will live on; fixed from then on.'),
    }),
    output: Client,
  }),
  update: defineOperation({
    name: 'clients.update',
    summary: 'Change a client’s settings',
    scope: 'clients:write',
    reach: { ids: { id: 'client' } },
    effect: 'writes',
    extension: true,
    input: z.strictObject({ id: resourceId, ...settings }),
    output: Client,
  }),
  delete: defineOperation({
    name: 'clients.delete',
    summary: 'Delete a client with its messages, contacts and flow states',
    scope: 'clients:write',
    reach: { ids: { id: 'client' } },
    effect: 'destroys',
    extension: true,
    input: z.strictObject({ id: resourceId }),
    output: z.object({ success: z.boolean() }),
  }),
  history: defineOperation({
    name: 'clients.history',
    summary: 'List what happened to a client’s connection, newest first',
    description: 'The latest changes only; older ones are forgotten.',
    scope: 'clients:read',
    reach: { ids: { id: 'client' } },
    effect: 'reads',
    extension: true,
    input: z.strictObject({ id: resourceId, limit: z.int().min(1).max(200).default(50) }),
    output: z.array(ClientStateChange),
  }),
  exportSession: defineOperation({
    name: 'clients.exportSession',
    summary: 'Move a client’s session out, into a file encrypted with a passphrase',
    description:
      'The worker is stopped first, and stays stopped: the session is meant to run in one place only. Whoever has the file and the passphrase has the account’s messages, until the phone removes the linked device.',
    scope: 'session:write',
    reach: { ids: { id: 'client' } },
    effect: 'destroys',
    extension: true,
    input: z.strictObject({ id: resourceId, passphrase: newPassphrase }),
    output: z.object({
      file: z.string().describe('The encrypted file, in base64.'),
      fileName: z.string(),
      message: z.string().describe('A sentence for people.'),
    }),
  }),
  importSession: defineOperation({
    name: 'clients.importSession',
    summary: 'Give a client without a session the one of an exported file',
    description:
      'The client has to be stopped and on the network the session was exported from. It connects without scanning at the next worker.start.',
    scope: 'session:write',
    reach: { ids: { id: 'client' } },
    effect: 'destroys',
    extension: true,
    body: 'session',
    input: z.strictObject({
      id: resourceId,
      file: z.string().min(1).max(MAX_SESSION_FILE_CHARS).describe('`file` of clients.exportSession.'),
      passphrase: z.string().min(1).max(1024).describe('The one it was exported with.'),
    }),
    output: z.object({
      phoneNumber: z.string().nullable().describe('The account, `+E.164`.'),
      message: z.string().describe('A sentence for people.'),
    }),
  }),
  importBaileysSession: defineOperation({
    name: 'clients.importBaileysSession',
    summary: 'Move in the session of another program that is built on Baileys, without pairing again',
    description:
      'Takes a folder of `useMultiFileAuthState` as a zip or as a JSON object of names and contents, a JSON document with `creds` and `keys`, the row of `Session` of Evolution API together with its folder or Redis hash, and the files or rows (`waha_auth`) of WAHA’s NOWEB engine. The client has to be stopped and without a session. Nothing of it is kept as the client’s session until it has logged in once: its code is IMPORT_PENDING, and IMPORT_REFUSED when the network does not take it. Move, do not copy: stop the other place for good before worker.start, without logging out there; while it still runs, the two replace each other (IMPORT_CONFLICT) and messages become unreadable.',
    scope: 'session:write',
    reach: { ids: { id: 'client' } },
    effect: 'destroys',
    extension: true,
    body: 'session',
    input: z.strictObject({
      id: resourceId,
      file: z
        .base64()
        .min(1)
        .max(MAX_SESSION_FILE_CHARS)
        .describe('The zip or the JSON, in base64. It may unpack to 64 MiB.'),
      session: z
        .string()
        .min(1)
        .max(256)
        .optional()
        .describe('The one to import, when there are several: the name of its folder or its id in the rows.'),
    }),
    output: z.object({
      phoneNumber: z.string().nullable().describe('The account, `+E.164`.'),
      source: z.enum(['baileys', 'evolution', 'waha']).describe('Who laid the session out.'),
      keys: z.int().describe('How many keys came along.'),
      skippedKeys: z
        .int()
        .describe(
          'Keys that could not be read and were left out; they are exchanged anew with these contacts.',
        ),
      message: z.string().describe('A sentence for people.'),
    }),
  }),
  reclaimSession: defineOperation({
    name: 'clients.reclaimSession',
    summary: 'Take an exported session back, so that the client can be started here again',
    description: 'Only when no other place runs it: two connections of one session replace each other.',
    scope: 'session:write',
    reach: { ids: { id: 'client' } },
    effect: 'writes',
    extension: true,
    input: z.strictObject({ id: resourceId }),
    output: z.object({ message: z.string().describe('A sentence for people.') }),
  }),
  getProxy: defineOperation({
    name: 'clients.getProxy',
    summary: 'Get how a client reaches its network: directly, by the pool or by its own proxy',
    scope: 'clients:read',
    reach: { ids: { id: 'client' } },
    effect: 'reads',
    extension: true,
    input: z.strictObject({ id: resourceId }),
    output: ClientProxy,
  }),
  setProxy: defineOperation({
    name: 'clients.setProxy',
    summary: 'Give a client a proxy of its own, or take it away',
    description:
      'All of the client’s traffic goes through it from then on; null returns the client to the pool. It reconnects at once. A client on the sandbox network uses no proxy.',
    scope: 'clients:write',
    reach: { ids: { id: 'client' } },
    effect: 'writes',
    extension: true,
    input: z.strictObject({ id: resourceId, proxy: ProxyEntry.nullable() }),
    output: ClientProxy,
  }),
}
