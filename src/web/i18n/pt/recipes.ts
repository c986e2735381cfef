import type { recipes as en } from '../en/recipes.ts'

/** Do diálogo de receitas; para que serve cada uma está em `public/recipes/index.json`. */
export const recipes: typeof en = {
  title: 'Receitas',
  body: 'Fluxos que outros fluxos chamam: para planilhas, agendas, pagamentos, e-mail e contatos.',
  back: 'Todas as receitas',
  guide: 'Como configurar',
  needs: 'Do que precisa',
  needed: {
    value: (name: string, hosts: string) => `O segredo “${name}” para ${hosts}`,
    google_service_account: (name: string, hosts: string) =>
      `A conexão “${name}” de uma conta de serviço do Google, para ${hosts}`,
    smtp: (name: string) => `A conexão “${name}” de um servidor de e-mail`,
  },
  stored: 'guardado',
  missing: 'falta',
  secrets: 'Ir para a página Segredos',
  sources: 'Conferido com',
  import: 'Importar como subfluxo',
}
