import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChartColumn, Paperclip } from 'lucide-react'
import { type FormEvent, useDeferredValue, useMemo, useState } from 'react'
import { isConnectedCode } from '../../../../core/client/client-status.ts'
import { api, queries } from '../../../app/api.ts'
import { useText } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Field, Input } from '../../../ui/field.tsx'
import { DialogActions } from '../../../ui/messages/dialog.tsx'
import { ErrorState, LoadingRows } from '../../../ui/messages/states.tsx'
import { useWorkerStatus } from '../../clients/client-data.ts'
import type { ConversationPlace } from '../contact-changes.ts'
import { messagePages } from '../inbox-queries.ts'
import { bubbleLook } from '../thread/bubble-look.ts'
import { newId } from '../thread/compose/composing.ts'
import { quote, useFlowDeskText, useStepName } from './flow-text.ts'
import { findEntry, listAsked, readValues, type Startable } from './startable.ts'
import { useRunActs } from './use-run-acts.ts'

type Preview = Awaited<ReturnType<typeof api.flows.states.preview>>

function Message({ message: { type, text, options } }: { message: Preview['messages'][number] }) {
  const { chat } = useText()
  return (
    <li className={classes('ms-auto w-fit max-w-full', bubbleLook(true))}>
      {type !== 'text' && (
        <p className="flex items-center gap-1.5 text-[0.8125rem] text-ink-soft">
          {type === 'poll' ? (
            <ChartColumn className="size-3.5" aria-hidden />
          ) : (
            <Paperclip className="size-3.5" aria-hidden />
          )}
          {chat.types[type] ?? chat.otherType}
        </p>
      )}
      <p dir="auto" className="text-sm break-words whitespace-pre-wrap">
        {text}
      </p>
      {options && (
        <ul className="mt-1 space-y-1">
          {options.map((option) => (
            <li key={option} dir="auto" className="rounded-md border border-line px-2 py-1 text-sm">
              {option}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** What comes of it, in sentences. */
function useConsequences(): (preview: Preview, isConnected: boolean) => string[] {
  const { start: text } = useFlowDeskText()
  const nameStep = useStepName()
  return ({ state, step, replaces, endsPause }, isConnected) => {
    const isOver = state === 'completed' || state === 'failed'
    return [
      ...(state === 'waiting_input' && step ? [text.waitsAt(quote(nameStep(step)))] : []),
      ...(isOver ? [text.endsThere] : []),
      ...(endsPause ? [text.endsPause] : []),
      ...(replaces ? [text[replaces.state === 'dormant' ? 'parks' : 'ends'](quote(replaces.flowName))] : []),
      ...(isConnected ? [] : [text.isOff]),
    ]
  }
}

function Shown({ preview, isConnected }: { preview: Preview; isConnected: boolean }) {
  const { start: text } = useFlowDeskText()
  const tell = useConsequences()
  const { messages, state } = preview
  return (
    <section aria-label={text.preview} className="space-y-3">
      <h3 className="text-[0.8125rem] font-medium text-ink-soft">{text.preview}</h3>
      <ul className="max-h-64 space-y-2 overflow-y-auto rounded-xl bg-canvas p-3">
        {messages.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and stay in order
          <Message key={index} message={message} />
        ))}
        {messages.length === 0 && (
          <li className="text-sm text-ink-soft">
            {state === 'waiting_effect' ? text.asksFirst : text.silent}
          </li>
        )}
      </ul>
      {tell(preview, isConnected).map((sentence) => (
        <p key={sentence} className="text-sm text-ink-soft">
          {sentence}
        </p>
      ))}
    </section>
  )
}

interface StartFormProps extends ConversationPlace {
  chosen: Startable
  onBack: () => void
  onClose: () => void
}

/** What would be started: asked for, and known whether the number is connected. */
function usePreview(
  { clientId, jid, chosen }: StartFormProps,
  inputs: Record<string, unknown>,
  isWhole: boolean,
) {
  const nodeId = findEntry(chosen)
  const wanted = {
    ...{ flowId: chosen.flow.flowId, contactJid: jid, inputs, replace: true, endPause: true },
    ...(nodeId !== undefined && { nodeId }),
  }
  const preview = useQuery(
    queries.flows.states.preview.queryOptions({
      input: useDeferredValue(wanted),
      enabled: isWhole,
      staleTime: 0,
      retry: false,
      placeholderData: (before) => before,
    }),
  )
  const status = useWorkerStatus(clientId)
  const isConnected = status.data === undefined || isConnectedCode(status.data.code)
  return { wanted, preview, isConnected }
}

/** Asks for what the flow is to know, shows what the contact will see, and starts it once. */
export function StartForm(props: StartFormProps) {
  const { chosen, onBack, onClose } = props
  const { start: text } = useFlowDeskText()
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({})
  const asked = listAsked(chosen)
  const inputs = readValues(asked, written)
  const isWhole = asked.every(({ name, isRequired }) => !isRequired || name in inputs)
  const { wanted, preview, isConnected } = usePreview(props, inputs, isWhole)
  // Nobody starts anything in a conversation that was not read yet: it is there behind the dialog.
  const thread = useInfiniteQuery(messagePages(props.clientId, props.jid))
  const told = JSON.stringify(inputs)
  // The same values are the same start, however often it is asked for; other values are another one.
  const press = useMemo(() => ({ told, key: newId() }), [told])
  const { mutate, isPending } = useRunActs()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate(
      {
        call: () => api.flows.states.start({ ...wanted, idempotencyKey: press.key }),
        done: chosen.step ? text.sent : text.started,
      },
      { onSuccess: onClose },
    )
  }
  const action = chosen.step ? text.send : text.action
  return (
    <form onSubmit={submit} className="space-y-5">
      {asked.length > 0 && (
        <fieldset className="space-y-3">
          <legend className="mb-1 text-[0.8125rem] font-medium text-ink-soft">{text.inputs}</legend>
          {asked.map(({ name, isRequired }) => (
            <Field key={name} label={name}>
              {(control) => (
                <Input
                  {...control}
                  dir="auto"
                  required={isRequired}
                  value={written[name] ?? ''}
                  onChange={({ target }) => setWritten((now) => ({ ...now, [name]: target.value }))}
                />
              )}
            </Field>
          ))}
        </fieldset>
      )}
      {preview.isLoading && <LoadingRows rows={2} />}
      {preview.isError && <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />}
      {preview.data && <Shown preview={preview.data} isConnected={isConnected} />}
      {thread.isError && <ErrorState error={thread.error} onRetry={() => void thread.refetch()} />}
      <DialogActions>
        <Button variant="secondary" onClick={onBack}>
          {text.back}
        </Button>
        <Button
          type="submit"
          right="talk"
          busy={isPending}
          disabled={!preview.isSuccess || thread.data === undefined}
          variant={preview.data?.replaces ? 'danger' : 'primary'}
        >
          {preview.data?.replaces ? text.replace : action}
        </Button>
      </DialogActions>
    </form>
  )
}
