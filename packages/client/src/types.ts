import type { components, paths } from './generated/openapi.ts'

/** Names of operations as the reference page writes them: `chat.sendMessage`, `flows.states.list`. */
type NameOf<Path> = Path extends `/${infer A}/${infer B}/${infer C}`
  ? `${A}.${B}.${C}`
  : Path extends `/${infer A}/${infer B}`
    ? `${A}.${B}`
    : never

type Called = {
  [Path in keyof paths as paths[Path] extends { post: object } ? NameOf<Path> : never]: paths[Path] extends {
    post: infer Post
  }
    ? Post
    : never
}

export type OperationName = keyof Called & string

type Json<Holder> = Holder extends { content: { 'application/json': infer Value } } ? Value : never

/** What an operation takes. */
export type Input<Name extends OperationName> = Called[Name] extends { requestBody?: infer Body }
  ? Json<NonNullable<Body>>
  : Record<string, never>

/** What an operation answers. */
export type Output<Name extends OperationName> = Called[Name] extends { responses: { 200: infer Answer } }
  ? Json<Answer>
  : never

/** The resources of the interface by their names: `Schemas['Client']`. */
export type Schemas = components['schemas']

export interface CallOptions {
  readonly signal?: AbortSignal
  /**
   * Names the effect of a send: the same key within 24 hours has it once, also when this program was started anew
   * meanwhile. Without one, each call has a key of its own, which its repetitions share.
   */
  readonly idempotencyKey?: string
  /** Of one attempt. */
  readonly timeoutMs?: number
  /** Further attempts at most, instead of the client's own. */
  readonly retries?: number
}

type Call<Name extends OperationName> =
  Record<string, never> extends Input<Name>
    ? (input?: Input<Name>, options?: CallOptions) => Promise<Output<Name>>
    : (input: Input<Name>, options?: CallOptions) => Promise<Output<Name>>

/** What comes after a prefix, of every operation that has it. */
type Rest<Prefix extends string, Name extends string = OperationName> = Name extends `${Prefix}.${infer Last}`
  ? Last
  : never

type First<Name extends string> = Name extends `${infer Head}.${string}` ? Head : Name

type Named<Name extends string> = Name extends OperationName ? Call<Name> : never

type Member<Name extends string> = Name extends OperationName
  ? Call<Name>
  : { readonly [Last in Rest<Name>]: Named<`${Name}.${Last}`> }

/** Every operation as a function of its group: `parley.chat.sendMessage(input)`. */
export type Operations = {
  readonly [Group in First<OperationName>]: {
    readonly [Key in First<Rest<Group>>]: Member<`${Group}.${Key}`>
  }
}

/**
 * Something that happened, as streams and webhooks tell it: `name` says what `data` holds. Its `id` is the place in the log,
 * which `after` and the header Last-Event-ID take. A newer service may tell of more; leave out names you do not know.
 */
export type ParleyEvent = Readonly<Schemas['LoggedEvent']>
