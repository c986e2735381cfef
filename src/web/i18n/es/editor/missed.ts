export const missed = {
  title: 'Lo que no se entendió',
  hint: 'Lo que la gente escribió y ninguna palabra clave, opción o pregunta aceptó, en los últimos 30 días. Lo que agregues aquí va al borrador, y deshacer lo quita.',
  startedNothing: 'No inició ningún flujo',
  counts: (count: number, contacts: number) =>
    `${count === 1 ? 'una vez' : `${count} veces`}, por ${contacts === 1 ? 'una persona' : `${contacts} personas`}`,
  also: (texts: string) => `También: ${texts}`,
  addKeyword: 'Agregar como palabra clave de…',
  addAlias: 'Agregar como nombre de…',
  addBranch: 'Agregar como opción',
  dismiss: 'Resuelto',
  emptyTitle: 'Se entendió todo',
  emptyBody: 'Aquí aparece lo que la gente escribe y nada acepta.',
  partial: 'Había más; solo se miraron los textos más nuevos.',
  refresh: 'Mirar de nuevo',
}
