import type { ModelRefusals } from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'

const ADDRESSES: Readonly<Record<ModelRefusals['MODEL_ADDRESS']['why'], (host: string) => string>> = {
  missing: () => 'Pon la dirección del servidor del modelo, como https://modelos.example.com/v1.',
  unreadable: () => 'Esto no es una dirección. Escribe una como https://modelos.example.com/v1.',
  more_than_address: () => 'Pon solo la dirección, sin contraseña, sin signo de interrogación y sin #.',
  private: (host) =>
    `${host} es una dirección de una red privada, a la que no se llama. Un operador puede permitirla (OUTBOUND_ALLOW).`,
  plain: (host) =>
    `${host} se llamaría sin cifrado. Usa https; un operador puede indicar direcciones que se llaman sin él (OUTBOUND_ALLOW).`,
}

const SECRETS: Readonly<
  Record<ModelRefusals['MODEL_SECRET']['why'], (name: string, host: string) => string>
> = {
  missing: () => 'Este proveedor pide una clave. Guárdala como secreto e indícalo aquí.',
  unknown: (name) => `No hay un secreto "${name}". Guárdalo primero, o corrige el nombre.`,
  held: (name, host) => `"${name}" no puede ir a ${host}. Indica antes este servidor en el secreto.`,
}

const TASKS: Readonly<Record<ModelRefusals['MODEL_TASK']['lacks'], string>> = {
  schema: 'Di en un esquema qué se debe extraer.',
  routes: 'Pon al menos dos caminos entre los que elegir.',
}

const KINDS: Readonly<Record<ModelRefusals['MODEL_KIND']['why'], string>> = {
  no_embedding:
    'Este proveedor no tiene modelos que hagan vectores. Elige openai, google o un servidor que hable el formato de OpenAI.',
  no_vectors: 'Solo los modelos del tipo embedding tienen dimensiones. Déjalas fuera.',
}

export const models: Sentences<ModelRefusals> = {
  NO_SUCH_MODEL: 'Este modelo ya no existe. Mira la lista.',
  TOO_MANY_MODELS: ({ most }) => `Ya hay ${most} modelos; elimina uno que no haga falta.`,
  MODEL_ADDRESS: ({ why, host }) => ADDRESSES[why](host),
  MODEL_SECRET: ({ why, name, host }) => SECRETS[why](name, host),
  MODEL_TASK: ({ lacks }) => TASKS[lacks],
  MODEL_KIND: ({ why }) => KINDS[why],
}
