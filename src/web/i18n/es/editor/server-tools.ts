import type { serverTools as english } from '../../en/editor/server-tools.ts'

export const serverTools: typeof english = {
  open: 'Leer las herramientas de un servidor (MCP)',
  url: 'Dirección del servidor',
  secret: 'Clave',
  secretHint: 'Un secreto que se envía como Authorization: Bearer.',
  noSecret: 'ninguna',
  ask: 'Leer sus herramientas',
  asking: 'Preguntando…',
  close: 'Cerrar',
  none: 'El servidor no tiene herramientas.',
  given: 'El flujo ya la tiene.',
  unusable: 'No se puede leer lo que recibe.',
  loosened: 'Su servidor revisa más que el flujo.',
  more: 'El servidor tiene más de las que se muestran.',
  takes: (names: string) => (names === '' ? 'No recibe nada.' : `Recibe ${names}.`),
  add: (count: number) => (count === 1 ? 'Agregar una herramienta' : `Agregar ${count} herramientas`),
}
