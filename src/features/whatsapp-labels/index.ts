export { applyLabelNews } from './apply.ts'
export { WHATSAPP_LABEL_COMMAND } from './commands.ts'
export { WhatsappLabels } from './labels.ts'
export { createWhatsappLabelCommand } from './owner-side.ts'
