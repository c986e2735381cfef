import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Network, PendingPairing } from '../../state/network.ts'
import { children } from '../nodes.ts'
import {
  handleCompanionNonce,
  handleGetOptions,
  handleGetRef,
  handlePairingRequest,
  handlePrologue,
} from '../passkey.ts'
import { handleCompanionFinish, handleCompanionHello } from '../phone-code.ts'
import { type IqAnswer, NOT_IMPLEMENTED } from './answer.ts'

/** Answers one kind of request of a device that is not linked yet; `child` is what it asks with. */
type PairingHandler = (network: Network, pairing: PendingPairing, child: BinaryNode) => IqAnswer

/** Handlers by `namespace type child stage`; without a stage, with nothing in its place. */
const HANDLERS: Readonly<Record<string, PairingHandler>> = {
  'md set link_code_companion_reg companion_hello': handleCompanionHello,
  'md set link_code_companion_reg companion_finish': handleCompanionFinish,
  'md get passkey_request_options': handleGetOptions,
  'md get ref': handleGetRef,
  'md set passkey_prologue': handlePrologue,
  'md set companion_nonce': handleCompanionNonce,
  'md set encrypted_pairing_request': handlePairingRequest,
}

/** The network's verdict on what a device asks before it is linked. */
export function handlePairingIq(network: Network, pairing: PendingPairing, iq: BinaryNode): IqAnswer {
  const { xmlns, type } = iq.attrs
  const [first] = children(iq)
  const handler = HANDLERS[[xmlns, type, first?.tag, first?.attrs.stage].filter(Boolean).join(' ')]
  return handler && first ? handler(network, pairing, first) : NOT_IMPLEMENTED
}
