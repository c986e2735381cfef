import type { ModelRefusals } from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'

const ADDRESSES: Readonly<Record<ModelRefusals['MODEL_ADDRESS']['why'], (host: string) => string>> = {
  missing: () => 'Dê o endereço do servidor do modelo, como https://modelos.example.com/v1.',
  unreadable: () => 'Isto não é um endereço. Escreva um como https://modelos.example.com/v1.',
  more_than_address: () => 'Dê só o endereço, sem senha, sem ponto de interrogação e sem #.',
  private: (host) =>
    `${host} é um endereço de uma rede privada, que não é chamado. Quem opera o serviço pode permitir (OUTBOUND_ALLOW).`,
  plain: (host) =>
    `${host} seria chamado sem criptografia. Use https; quem opera o serviço pode listar endereços chamados sem ela (OUTBOUND_ALLOW).`,
}

const SECRETS: Readonly<
  Record<ModelRefusals['MODEL_SECRET']['why'], (name: string, host: string) => string>
> = {
  missing: () => 'Este provedor pede uma chave. Guarde-a como segredo e indique-o aqui.',
  unknown: (name) => `Não há um segredo "${name}". Guarde-o primeiro, ou corrija o nome.`,
  held: (name, host) => `"${name}" não pode ir a ${host}. Indique antes este servidor no segredo.`,
}

const TASKS: Readonly<Record<ModelRefusals['MODEL_TASK']['lacks'], string>> = {
  schema: 'Diga num esquema o que se deve extrair.',
  routes: 'Dê pelo menos dois caminhos entre os quais escolher.',
}

const KINDS: Readonly<Record<ModelRefusals['MODEL_KIND']['why'], string>> = {
  no_embedding:
    'Este provedor não tem modelos que fazem vetores. Escolha openai, google ou um servidor que fala o formato da OpenAI.',
  no_vectors: 'Só modelos do tipo embedding têm dimensões. Deixe-as de fora.',
}

export const models: Sentences<ModelRefusals> = {
  NO_SUCH_MODEL: 'Este modelo não existe mais. Veja a lista.',
  TOO_MANY_MODELS: ({ most }) => `Já existem ${most} modelos; apague um que não seja necessário.`,
  MODEL_ADDRESS: ({ why, host }) => ADDRESSES[why](host),
  MODEL_SECRET: ({ why, name, host }) => SECRETS[why](name, host),
  MODEL_TASK: ({ lacks }) => TASKS[lacks],
  MODEL_KIND: ({ why }) => KINDS[why],
}
