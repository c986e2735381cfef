const list = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' })

export const secrets = {
  title: 'Secrets',
  intro: 'Values such as tokens that HTTP nodes of your flows send along. Nobody can read them back here.',
  create: 'New secret',
  empty: 'No secrets yet',
  emptyBody:
    'Store the token of another system here. Flows name it, such as {{ secrets.shop_token }}, and only calls to the hosts you choose take it along.',
  columns: { name: 'Secret', hosts: 'May go to', flows: 'Used by', changed: 'Changed', actions: 'Actions' },
  anywhere: 'Goes anywhere',
  loose: (count: number) =>
    count === 1
      ? 'One secret may still go to any host. Say which hosts it is for, so that no flow can send it elsewhere.'
      : `${count} secrets may still go to any host. Say which hosts they are for, so that no flow can send them elsewhere.`,
  setHosts: 'Set hosts',
  setHostsOf: (name: string) => `Set hosts of ${name}`,
  unused: 'No published flow',
  actionsFor: (name: string) => `Actions for ${name}`,
  replaceValue: 'Replace the value',
  changeHosts: 'Change the hosts',
  remove: 'Delete',
  removeTitle: (name: string) => `Delete “${name}”?`,
  removeBody: (flows: readonly string[]) =>
    flows.length === 0
      ? 'No published flow uses it. It cannot be restored.'
      : `These published flows use it, and their calls fail from then on: ${list.format(flows)}. It cannot be restored.`,
  created: (name: string) => `${name} is stored. Flows use it as {{ secrets.${name} }}.`,
  replaced: (name: string) => `The value of ${name} is replaced.`,
  hostsChanged: (name: string) => `The hosts of ${name} are saved.`,
  removed: (name: string) => `${name} is deleted.`,
  form: {
    createTitle: 'New secret',
    createBody: 'The value is stored encrypted and never shown again.',
    createAction: 'Store secret',
    name: 'Name',
    nameHint: 'Letters, digits and _. Flows write {{ secrets.NAME }}.',
    nameWrong: 'Use letters, digits and _, and begin with no digit.',
    nameTaken: 'There is a secret of this name. Choose another, or replace the value of that one.',
    value: 'Value',
    valueHint: 'As the other system gave it to you. It is never shown again.',
    valueMissing: 'Give the value.',
    hosts: 'Hosts it may go to',
    hostsHint:
      'One a line, such as api.example.com, or *.example.com for all below it. Calls of flows to any other host are refused.',
    hostsWrong: (wrong: readonly string[]) =>
      `${list.format(wrong)}: write only the name of the host, such as api.example.com, without port and path.`,
    noHosts: 'Name at least one host.',
    tooManyHosts: (most: number) => `Name at most ${most} hosts.`,
    replaceTitle: (name: string) => `Replace the value of “${name}”`,
    replaceBody: 'Calls take the new value from now on. The hosts stay as they are.',
    replaceAction: 'Replace value',
    hostsTitle: (name: string) => `Hosts of “${name}”`,
    hostsBody: 'The value stays. Calls to other hosts are refused from now on.',
    hostsAction: 'Save hosts',
  },
}
