import type { ModelRefusals } from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'

const ADDRESSES: Readonly<Record<ModelRefusals['MODEL_ADDRESS']['why'], (host: string) => string>> = {
  missing: () => 'give the address of the model’s server, such as https://models.example.com/v1.',
  unreadable: () => 'this is no address. Write one such as https://models.example.com/v1.',
  more_than_address: () => 'give the address alone, without a password, a question mark or #.',
  private: (host) =>
    `${host} is an address inside a private network, which is not called. An operator can allow it (OUTBOUND_ALLOW).`,
  plain: (host) =>
    `${host} would be called without encryption. Use https; an operator can list addresses that are called without it (OUTBOUND_ALLOW).`,
}

const SECRETS: Readonly<
  Record<ModelRefusals['MODEL_SECRET']['why'], (name: string, host: string) => string>
> = {
  missing: () => 'this provider asks for a key. Store it as a secret, and name that here.',
  unknown: (name) => `there is no secret "${name}". Store it first, or correct its name.`,
  held: (name, host) => `"${name}" may not go to ${host}. Name this host with the secret first.`,
}

const TASKS: Readonly<Record<ModelRefusals['MODEL_TASK']['lacks'], string>> = {
  schema: 'say in a schema what is to be extracted.',
  routes: 'give at least two routes to choose from.',
}

const KINDS: Readonly<Record<ModelRefusals['MODEL_KIND']['why'], string>> = {
  no_embedding:
    'this provider has no models that make vectors. Choose openai, google, or a server that speaks OpenAI’s format.',
  no_vectors: 'only models of the kind embedding have dimensions. Leave them out.',
}

export const models: Sentences<ModelRefusals> = {
  NO_SUCH_MODEL: 'No such model. List the models to see their names.',
  TOO_MANY_MODELS: ({ most }) => `There are ${most} models already; delete one that is not needed.`,
  MODEL_ADDRESS: ({ why, host }) => ADDRESSES[why](host),
  MODEL_SECRET: ({ why, name, host }) => SECRETS[why](name, host),
  MODEL_TASK: ({ lacks }) => TASKS[lacks],
  MODEL_KIND: ({ why }) => KINDS[why],
}
