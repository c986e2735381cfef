interface NewFlowWords {
  newName: string
  newFallback: string
}

export type NewFlow = ReturnType<typeof buildNewFlow>

/**
 * What a flow made in the dashboard begins with: the question comes back with a kind word when it is not understood, and
 * times, numbers and dates are those of the person who makes it.
 */
export function buildNewFlow({ newName, newFallback }: NewFlowWords, clients: readonly { id: string }[]) {
  const [only, ...others] = clients
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return {
    version: 1 as const,
    name: newName,
    fallbackBehavior: 'send_text_and_repeat' as const,
    fallbackText: newFallback,
    settings: { timezone: timeZone, locale: navigator.language },
    ...(only && others.length === 0 && { clientId: only.id }),
  }
}
