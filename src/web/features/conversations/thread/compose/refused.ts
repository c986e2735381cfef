import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Unsent } from './composing.ts'

/** Messages of a conversation that were refused, each for itself, until they are sent again or given up. */
export interface Refused {
  /** What is in the field again; of a call of several files the last one. */
  inField: Unsent | null
  /** The others, the oldest first: the field has room for one. */
  held: readonly Unsent[]
}

const NONE: Refused = { inField: null, held: [] }

/** What is where a message is written. */
interface FieldNow {
  isEmpty: boolean
  refused: Refused
}

/**
 * Which of the messages that were refused go back into the field, and which are kept beside it: never two texts in one field,
 * and none before one that was written earlier. Files of one press belong together, with what was written beside them.
 */
export function placeRefused(
  back: readonly Unsent[],
  { isEmpty, refused: { inField, held } }: FieldNow,
): { toField: Unsent[]; refused: Refused } {
  let call = inField?.written?.call
  let isFree = isEmpty && held.length === 0
  const toField: Unsent[] = []
  const toHold: Unsent[] = []
  for (const one of back) {
    if (isFree && one.written) call = one.written.call
    isFree = false
    const isOfField = one.written !== undefined && one.written.call === call
    ;(isOfField ? toField : toHold).push(one)
  }
  return { toField, refused: { inField: toField.at(-1) ?? inField, held: [...held, ...toHold] } }
}

const storedName = (clientId: string, jid: string): string => `parley.refused.${clientId}.${jid}`

const isText = (one: Unsent | null): one is Unsent => one?.kind === 'text'

/** A reload loses files; it must not lose words. */
function writeStored(name: string, { inField, held }: Refused): void {
  const kept: Refused = { inField: isText(inField) ? inField : null, held: held.filter(isText) }
  try {
    if (kept.inField || kept.held.length > 0) sessionStorage.setItem(name, JSON.stringify(kept))
    else sessionStorage.removeItem(name)
  } catch {
    // Without storage they last until the page is left.
  }
}

function readStored(name: string): Refused {
  try {
    const stored = sessionStorage.getItem(name)
    return stored === null ? NONE : (JSON.parse(stored) as Refused)
  } catch {
    return NONE
  }
}

/** What was refused in a conversation; it stays when another conversation is looked at. */
export function useRefused(clientId: string, jid: string) {
  const client = useQueryClient()
  const name = storedName(clientId, jid)
  const { data: refused = NONE } = useQuery<Refused>({
    queryKey: ['refused', clientId, jid],
    queryFn: skipToken,
    initialData: () => readStored(name),
    ...{ gcTime: Number.POSITIVE_INFINITY, staleTime: Number.POSITIVE_INFINITY },
  })
  const change = useCallback(
    (toNext: (now: Refused) => Refused) => {
      const next = toNext(client.getQueryData<Refused>(['refused', clientId, jid]) ?? NONE)
      client.setQueryData<Refused>(['refused', clientId, jid], next)
      writeStored(name, next)
    },
    [client, clientId, jid, name],
  )
  return {
    refused,
    change,
    /** What was in the field is sent, or its notice is read. */
    forget: () => change((now) => ({ ...now, inField: null })),
    drop: (gone: readonly Unsent[]) =>
      change((now) => ({ ...now, held: now.held.filter(({ id }) => !gone.some((one) => one.id === id)) })),
  }
}
