import { ChatChangeError, type NetworkChats } from '../../src/network/port.ts'

const unknown = () => Promise.reject(new ChatChangeError({ kind: 'label_unknown' }, 'there is no such label'))

/** Of an account that has none, and forgets what it made. */
export const emptyLabels: NetworkChats['labels'] = {
  create: async (name, colour) => ({
    ...{ id: '1', name, colour: colour ?? 1, kind: null, predefinedId: null, isActive: true, isFixed: false },
  }),
  change: unknown,
  remove: unknown,
  put: unknown,
  putChat: unknown,
}
