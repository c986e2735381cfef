import type { serverTools as english } from '../../en/editor/server-tools.ts'

export const serverTools: typeof english = {
  open: 'Ler as ferramentas de um servidor (MCP)',
  url: 'Endereço do servidor',
  secret: 'Chave',
  secretHint: 'Um segredo que é enviado como Authorization: Bearer.',
  noSecret: 'nenhuma',
  ask: 'Ler as ferramentas',
  asking: 'Perguntando…',
  close: 'Fechar',
  none: 'O servidor não tem ferramentas.',
  given: 'O fluxo já a tem.',
  unusable: 'Não é possível ler o que ela recebe.',
  loosened: 'O servidor verifica mais do que o fluxo.',
  more: 'O servidor tem mais do que as mostradas.',
  takes: (names: string) => (names === '' ? 'Não recebe nada.' : `Recebe ${names}.`),
  add: (count: number) => (count === 1 ? 'Juntar uma ferramenta' : `Juntar ${count} ferramentas`),
}
