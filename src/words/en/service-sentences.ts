/**
 * Sentences of the service as people in the dashboard are told them: the service's own with {} for what varies, and the
 * same in this language. In English only those that speak of calls.
 */
export const serviceSentences: readonly (readonly [service: string, told: string])[] = [
  [
    'A person has the chat with this number. Give it back in the inbox, or with contacts.update and handoffSec 0, then test.',
    'A person has the chat with this number. Give it back to the flow, then test.',
  ],
]
