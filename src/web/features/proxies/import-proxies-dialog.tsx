import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { api, queries } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { Dialog, DialogActions } from '../../ui/messages/dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { MoveReport } from './move-report.tsx'
import { useProxiesText } from './proxies-text.ts'
import { nameOf } from './proxy-data.ts'
import { type ParsedLines, PROTOCOLS, type Protocol, parseProxyLines } from './proxy-lines.ts'
import { useEntryProblem, useProxyFailure } from './proxy-sentences.ts'

const MOST = 1000

type Seeded = Awaited<ReturnType<typeof api.proxy.seed>>

interface Report extends Seeded {
  lineOf: readonly number[]
  /** Host and port of each that was sent. */
  names: readonly string[]
}

/** Those of the list that were tried and cannot be used: they take no client until they work. */
function Unusable({ names }: { names: readonly string[] }) {
  const text = useProxiesText()
  const toSentence = useProxyFailure()
  const pool = useQuery(queries.proxies.list.queryOptions({ input: {} }))
  const failed = (pool.data ?? []).filter((one) => one.state === 'failed' && names.includes(nameOf(one)))
  if (failed.length === 0) return null
  return (
    <div>
      <p className="font-medium text-bad">{text.unusable(failed.length)}</p>
      <ul className="mt-1 max-h-48 space-y-1 overflow-y-auto text-[0.8125rem]">
        {failed.map((proxy) => (
          <li key={proxy.id} className="break-words">
            <code>{nameOf(proxy)}</code>{' '}
            {(proxy.problem && toSentence(proxy.problem, proxy.failure)) || text.states.failed}
          </li>
        ))}
      </ul>
    </div>
  )
}

function ImportReport({ report, onClose }: { report: Report; onClose: () => void }) {
  const text = useProxiesText()
  const toSentence = useEntryProblem()
  return (
    <Dialog open onOpenChange={onClose} title={text.reportTitle}>
      <div className="space-y-4 text-sm" role="status">
        <p className="font-medium">{text.seeded(report.seeded)}</p>
        {report.rejected.length > 0 && (
          <div>
            <p className="font-medium text-bad">{text.rejectedTitle}</p>
            <ul className="mt-1 max-h-48 space-y-1 overflow-y-auto text-[0.8125rem]">
              {report.rejected.map(({ index, host, port, reason, failure }) => (
                <li key={index} className="break-words">
                  {text.rejectedLine(report.lineOf[index] ?? index + 1)}: <code>{`${host}:${port}`}</code>,{' '}
                  {toSentence(reason, failure)}
                </li>
              ))}
            </ul>
          </div>
        )}
        <Unusable names={report.names} />
        <MoveReport moves={report.workers} />
      </div>
      <DialogActions>
        <Button onClick={onClose}>{text.done}</Button>
      </DialogActions>
    </Dialog>
  )
}

interface ListFieldProps {
  value: string
  parsed: ParsedLines
  onChange: (value: string) => void
}

function ListField({ value, parsed, onChange }: ListFieldProps) {
  const text = useProxiesText()
  const notify = useNotify()
  const chooser = useRef<HTMLInputElement>(null)
  const [wrong] = parsed.wrong
  const problem =
    wrong !== undefined
      ? text.lineProblem(wrong)
      : parsed.proxies.length > MOST
        ? text.tooMany(MOST)
        : undefined
  const read = (file: File | undefined) => {
    file
      ?.text()
      .then((content) => onChange(value ? `${value.trimEnd()}\n${content}` : content), notify.failed)
  }
  return (
    <>
      <Field label={text.list} hint={text.listHint} error={problem}>
        {(control) => (
          <TextArea
            {...control}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="min-h-40 font-mono text-[0.8125rem]"
            placeholder={'192.0.2.7:8080\nsocks5://ada:secret@proxy.example:1080'}
            autoComplete="off"
            spellCheck={false}
            required
          />
        )}
      </Field>
      <Button variant="secondary" size="small" onClick={() => chooser.current?.click()}>
        <FileUp aria-hidden />
        {text.file}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={text.file}
        accept=".csv,.txt,text/csv,text/plain"
        onChange={(event) => {
          read(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </>
  )
}

/** Adds proxies to the pool from a pasted list or a file, and tells what became of each line and of the clients. */
export function ImportProxiesDialog({ onClose }: { onClose: () => void }) {
  const { shell } = useText()
  const text = useProxiesText()
  const client = useQueryClient()
  const notify = useNotify()
  const [list, setList] = useState('')
  const [usual, setUsual] = useState<Protocol>('http')
  const parsed = parseProxyLines(list, usual)
  const count = parsed.proxies.length
  const seed = useMutation({
    async mutationFn({ proxies, lineOf }: ParsedLines): Promise<Report> {
      return { ...(await api.proxy.seed({ proxies })), lineOf, names: proxies.map(nameOf) }
    },
    // The passwords must not stay behind in memory.
    gcTime: 0,
    onError: notify.failed,
    onSuccess: () => client.invalidateQueries({ queryKey: queries.proxies.key() }),
  })
  if (seed.data) return <ImportReport report={seed.data} onClose={onClose} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    seed.mutate(parsed)
  }
  return (
    <Dialog open onOpenChange={onClose} title={text.importTitle} description={text.importBody}>
      <form onSubmit={submit} className="space-y-4">
        <ListField value={list} parsed={parsed} onChange={setList} />
        <Field label={text.protocol}>
          {(control) => (
            <Select {...control} value={usual} onChange={(event) => setUsual(event.target.value as Protocol)}>
              {PROTOCOLS.map((name) => (
                <option key={name} value={name}>
                  {text.protocols[name]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button
            type="submit"
            busy={seed.isPending}
            disabled={count === 0 || count > MOST || parsed.wrong.length > 0}
          >
            {count === 0 ? text.importNone : text.importAction(count)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
