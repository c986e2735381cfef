import type { recipes as en } from '../en/recipes.ts'

/** Do diálogo de receitas; para que serve cada uma está em `public/recipes/index.json`. */
export const recipes: typeof en = {
  title: 'Recetas',
  body: 'Flujos que llaman otros flujos: para hojas de cálculo, calendarios, pagos, correo y contactos.',
  back: 'Todas las recetas',
  guide: 'Cómo configurarla',
  needs: 'Qué necesita',
  needed: {
    value: (name: string, hosts: string) => `El secreto “${name}” para ${hosts}`,
    google_service_account: (name: string, hosts: string) =>
      `La conexión “${name}” de una cuenta de servicio de Google, para ${hosts}`,
    smtp: (name: string) => `La conexión “${name}” de un servidor de correo`,
  },
  stored: 'guardado',
  missing: 'falta',
  secrets: 'Ir a la página Secretos',
  sources: 'Comprobada con',
  import: 'Importar como subflujo',
}
