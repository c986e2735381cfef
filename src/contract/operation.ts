import {
  type AnyContractRouter,
  type AnySchema,
  ContractProcedure,
  type ErrorMap,
  isContractProcedure,
} from '@orpc/contract'
import type { z } from 'zod'
import type { ForeignFile } from '../core/flow/exchange/foreign.ts'
import { commonErrors } from './errors.ts'
import type { Access, Owned, Right, Scope } from './scopes.ts'

/**
 * Version of this service and of its interface: in the OpenAPI document, as `x-api-version`, by `server.ping` and in the
 * packages. Within a major version changes are additive only.
 */
export const VERSION = '1.0.0'

/** Ends the description of each operation that the interface does not name. */
export const EXTENSION_NOTE = 'Extension: not part of the interface document.'

/** Every operation is `POST {API_PREFIX}/<group>/<operation>`; GET on the prefix itself is the reference page. */
export const API_PREFIX = '/api/rpc/api-reference'

/** All that is known of an operation beside its schemas: routes, checks, documents, tools and the audit log are made from it. */
export interface OperationEntry extends Access {
  /** Its place in the contract, such as `flows.states.get`; the first part is its group. */
  name: `${string}.${string}`
  /** What it does, as a heading. */
  summary: string
  /** In one or two sentences what a caller gets. */
  description?: string
  /**
   * `reads` changes nothing of what callers see. `destroys` takes something away that cannot be had back by a call.
   * Assistants are told, and what does not only read is written to the audit log unless it is messaging.
   */
  effect: 'reads' | 'writes' | 'destroys'
  /** False: the audit log leaves it out although it does not only read. True: it has it although it is messaging. */
  audited?: boolean
  /**
   * It brings a flow, or a call, that names a secret nearer to its use: a limited key needs `secrets:use` beside the scope
   * as soon as what it is about names one.
   */
  usesSecrets?: true
  /** It goes beyond the interface document, under the same rules. */
  extension?: true
  /** Assistants are offered it unless they choose for themselves: it helps to talk with customers or to look after flows. */
  assistant?: true
  /** Which files its body may hold, and so how large that may be; without it, none. */
  body?: 'files' | 'session'
  /** It answers an envelope, and its refusals carry the fields of one too. */
  answersEnvelope?: true
  /** Knows an input that does not fit for the file of another system, which is then refused by its name. */
  recognise?: (input: unknown) => ForeignFile | null
  /** By the name of a field that handlers get, the other names under which it may be given; one of them has to be. */
  aliases?: Readonly<Record<string, readonly string[]>>
}

/** The fields of an input that are named; one that takes further properties has others too. */
type NamedField<In> = keyof { [K in keyof In as string extends K ? never : K]: never } & string

/** Those that may hold an id. */
type IdField<In> = {
  [K in NamedField<In>]: In[K & keyof In] extends string | null | undefined ? K : never
}[NamedField<In>]

/** At least one field of the input with what it names. */
type IdsOf<In> = {
  [K in IdField<In>]: Readonly<Record<K, Owned>> & Readonly<Partial<Record<IdField<In>, Owned>>>
}[IdField<In>]

type ReachOf<In> =
  | 'none'
  | 'account'
  | { ids: IdsOf<In>; makes?: never; lists?: never }
  | { ids: IdsOf<In> & { readonly clientId: 'client' }; makes: true }
  | { ids?: IdsOf<In>; lists: 'id' | 'clientId' }

/** What is open to no key has no scope that says what it needs in a workspace; what is for administrators needs nothing there. */
type RightOf =
  | { scope: Scope; right?: Right; role?: 'admin' }
  | { scope: 'any' | 'people'; right: Right; role?: never }
  | { scope: 'people'; right?: never; role: 'admin' }

/** An operation as it is written down: its entry, in which only fields of its input can be named, and its schemas. */
export type Operation<In extends z.ZodType, Out extends z.ZodType> = OperationParts<In, Out> & RightOf

interface OperationParts<In extends z.ZodType, Out extends z.ZodType>
  extends Omit<OperationEntry, 'reach' | 'aliases' | 'scope' | 'right' | 'role'> {
  reach: ReachOf<z.output<In>>
  aliases?: Readonly<Partial<Record<keyof z.output<In> & string, readonly (keyof z.input<In> & string)[]>>>
  input: In
  output: Out
}

export type DefinedOperation<In extends AnySchema, Out extends AnySchema> = ContractProcedure<
  In,
  Out,
  typeof commonErrors,
  OperationEntry
>

/** The one way to make an operation. Without a scope, a reach or an effect it does not compile. */
export function defineOperation<In extends z.ZodType, Out extends z.ZodType>({
  input,
  output,
  ...entry
}: Operation<In, Out>): DefinedOperation<In, Out> {
  const { name, summary, description } = entry
  return new ContractProcedure({
    inputSchema: input,
    outputSchema: output,
    errorMap: commonErrors,
    meta: entry as OperationEntry,
    route: {
      method: 'POST',
      tags: [name.slice(0, name.indexOf('.'))],
      summary,
      ...(description !== undefined && { description }),
    },
  })
}

export interface ListedOperation {
  name: string
  /** For example `['flows', 'states', 'get']`. */
  path: readonly string[]
  entry: OperationEntry
  procedure: ContractProcedure<AnySchema, AnySchema, ErrorMap, OperationEntry>
}

/** Every operation below a contract router, in the order it is written. */
export function listOperations(router: AnyContractRouter, path: readonly string[] = []): ListedOperation[] {
  if (isContractProcedure(router))
    return [{ name: path.join('.'), path, entry: router['~orpc'].meta as OperationEntry, procedure: router }]
  return Object.entries(router).flatMap(([name, child]) => listOperations(child, [...path, name]))
}
