import type { team as en } from '../../en/people/team.ts'

export const team: typeof en = {
  title: 'Equipo',
  intro: 'Quién trabaja aquí contigo. Invita a alguien y los dos verán los mismos números, chats y flujos.',
  introOfOthers: 'Quién trabaja aquí contigo.',
  invite: 'Invitar',
  inviteBody: 'La persona entra con un enlace, con la cuenta que tiene o con una que crea.',
  invitedBody: (email, until) =>
    `Envía tú este enlace a ${email}. Solo se muestra esta vez, vale hasta ${until} y solo para esa dirección.`,
  invitedLine: (role, by) => `${role} · invitación de ${by}`,
  role: 'Rol',
  roles: { owner: 'Propietario', admin: 'Administrador', agent: 'Agente', viewer: 'Solo lectura' },
  roleHints: {
    admin: 'Puede hacer todo, menos eliminarlo todo.',
    agent: 'Responde chats y atiende a las personas.',
    viewer: 'Ve todo y no cambia nada.',
  },
  numbers: 'Números',
  allNumbers: 'Todos los números',
  someNumbers: 'Solo algunos números',
  deletedNumber: 'un número eliminado',
  chooseNumber: 'Elige al menos un número.',
  you: '(tú)',
  changed: 'Cambiado.',
  changeRole: 'Cambiar el rol o los números',
  changeRoleOf: (name) => `Qué puede hacer ${name}`,
  actionsFor: (name) => `Qué hacer con ${name}`,
  questions: {
    remove: {
      title: (name) => `¿Sacar a ${name}?`,
      body: 'A partir de ahora no entra a ninguna parte y sus claves dejan de valer. Lo que hizo se queda.',
      action: 'Sacar',
    },
    leave: {
      title: () => '¿Salir de este espacio de trabajo?',
      body: 'Ya no verás nada de él. Para volver hace falta otra invitación.',
      action: 'Salir',
    },
    hand: {
      title: (name) => `¿Entregar el espacio de trabajo a ${name}?`,
      body: 'Esa persona pasa a ser la propietaria y tú pasas a administrador. Solo ella puede devolverlo.',
      action: 'Hacer propietario',
    },
  },
  workspace: 'Espacio de trabajo',
  workspaceBody: 'Lo que comparten: números, chats, personas, flujos y todo lo que les pertenece.',
  name: 'Nombre',
  another: 'Otro negocio',
  anotherTitle: 'Otro negocio, por separado',
  anotherBody:
    'Empieza vacío, con sus propios números, chats, personas, flujos y claves. Cambias de uno a otro en el menú con tu nombre.',
  makeIt: 'Crearlo',
  leftTitle: 'Ahora trabajas en otro espacio de trabajo',
  leftBody: (name: string) =>
    name === ''
      ? 'Esta página muestra un espacio que dejaste en otra pestaña, o del que te sacaron. En él ya no se hace nada.'
      : `Esta página muestra ${name}, que dejaste en otra pestaña o de donde te sacaron. En él ya no se hace nada.`,
  goOnThere: 'Seguir en el otro',
  backHere: 'Volver a este',
  deleteTitle: 'Eliminar el espacio de trabajo',
  deleteBody: (name) =>
    `Los números se desconectan y todo lo de ${name} se pierde para siempre: números, chats, personas, flujos, documentos y claves.`,
  writeName: 'Escribe su nombre para eliminarlo',
  deleteAction: 'Eliminar todo',
  columns: { person: 'Persona', role: 'Rol', numbers: 'Números', actions: 'Acciones' },
  joinTitle: (workspace) => `Unirte a ${workspace}`,
  joinBody: (by, email) => `${by} te invita, ${email}, a trabajar aquí en equipo.`,
  join: 'Unirme',
  joinSignIn: (email) => `Ya hay una cuenta de ${email}. Inicia sesión con ella y abre este enlace de nuevo.`,
}
