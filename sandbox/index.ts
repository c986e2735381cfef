export type { Contact } from './api/contact.ts'
export type { ConversationMessage } from './api/conversation.ts'
export type { FaultControls } from './api/fault-controls.ts'
export type { Group, GroupOptions } from './api/group.ts'
export type { MediaControls } from './api/media-controls.ts'
export type { LinkedDevice, Phone } from './api/phone.ts'
export type { RememberedMessage } from './api/remembering.ts'
export type { EventContent, LocationContent } from './api/rich-phone.ts'
export {
  type AccountSummary,
  type ContactSummary,
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from './api/sandbox.ts'
export { InputError } from './protocol/addresses.ts'
export type { AppChange } from './protocol/app-state-codec.ts'
export type { MediaContent, MediaKind } from './protocol/media-message.ts'
export type { ReceivedMedia } from './protocol/received-media.ts'
export type { FaultSettings } from './state/faults.ts'
export type { GroupRole } from './state/groups.ts'
export type { DeliveryError, ReceivedMessage, ReceivedReceipt } from './state/mailbox.ts'
export type { MediaFaultSettings } from './state/media-faults.ts'
export type { Interceptor, QrTiming } from './state/network.ts'
export type { Problem, RecordedStanza } from './state/recorder.ts'
