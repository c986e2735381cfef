import type { Catalogue } from '../../en/index.ts'

export const workspace: Catalogue['workspace'] = {
  switchTo: 'Espacio de trabajo',
  noNumbers: 'Aún no hay ningún número para ti aquí.',
  readOnly:
    'Aquí tienes solo lectura: puedes seguir las conversaciones. Pide permiso a un administrador si necesitas escribir.',
  lacks: {
    view: 'No puedes ver esto.',
    inspect: 'Esto lo ven solo propietarios, administradores y quienes tienen solo lectura.',
    talk: 'Con solo lectura se siguen las conversaciones; pide permiso a un administrador si necesitas escribir.',
    build: 'Solo propietarios y administradores cambian flujos.',
    manage: 'Solo propietarios y administradores pueden hacer esto.',
    own: 'Solo el propietario puede hacer esto.',
  },
}
