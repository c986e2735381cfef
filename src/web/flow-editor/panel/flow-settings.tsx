import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  FALLBACK_BEHAVIORS,
  MAX_STOP_WORD_CHARS,
  MAX_STOP_WORDS,
  MAX_SYNONYM_CHARS,
  MAX_SYNONYM_GROUPS,
  MAX_SYNONYMS,
  RETRIGGER_BEHAVIORS,
} from '../../../core/flow/index.ts'
import { describeIssue } from '../../../words/findings.ts'
import { queries } from '../../app/api.ts'
import { Field, Input, Select, TextArea } from '../../ui/field.tsx'
import { useDocument, useEditor, useStoreValue } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import { LanguageSettings } from '../languages/language-settings.tsx'
import type { FlowDocument } from '../model/graph.ts'
import { DurationInput } from './fields/duration-input.tsx'
import { TimezoneInput } from './fields/special-inputs.tsx'
import { TemplateInput } from './fields/template-input.tsx'

type Definition = FlowDocument['definition']

const MAX_FALLBACK_CHARS = 4_096

/** Changes of the flow's own settings, each a step of undo of its own. */
function useSettings() {
  const { store } = useEditor()
  const document = useDocument()
  const changeDocument = (part: Partial<FlowDocument>, burst: string) =>
    store.change((present) => ({ ...present, ...part }), { burst })
  const changeDefinition = (part: Partial<Definition>, burst: string) =>
    store.change((present) => ({ ...present, definition: { ...present.definition, ...part } }), { burst })
  const changeSetting = (key: keyof Definition['settings'], value: unknown) => {
    const { [key]: _, ...rest } = document.definition.settings
    changeDefinition({ settings: value === undefined ? rest : { ...rest, [key]: value } }, key)
  }
  return { document, changeDocument, changeDefinition, changeSetting }
}

function Behaviour() {
  const { settings: text, findings } = useEditorText()
  const { problems } = useEditor()
  const { errors } = useStoreValue(problems)
  const { document, changeDefinition } = useSettings()
  const { retriggerBehavior, fallbackBehavior, fallbackText } = document.definition
  const issue = errors.find(({ path, nodeId }) => path === 'fallbackText' && nodeId === undefined)
  const error = issue && describeIssue(findings, issue)
  return (
    <>
      <Field label={text.retrigger} hint={text.retriggerHint}>
        {(control) => (
          <Select
            {...control}
            className="h-9 text-sm"
            value={retriggerBehavior}
            onChange={({ target }) =>
              changeDefinition(
                { retriggerBehavior: target.value as Definition['retriggerBehavior'] },
                'retriggerBehavior',
              )
            }
          >
            {RETRIGGER_BEHAVIORS.map((value) => (
              <option key={value} value={value}>
                {text.retriggers[value]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={text.fallback} hint={text.fallbackHint}>
        {(control) => (
          <Select
            {...control}
            className="h-9 text-sm"
            value={fallbackBehavior}
            onChange={({ target }) =>
              changeDefinition(
                { fallbackBehavior: target.value as Definition['fallbackBehavior'] },
                'fallbackBehavior',
              )
            }
          >
            {FALLBACK_BEHAVIORS.map((value) => (
              <option key={value} value={value}>
                {text.fallbacks[value]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {fallbackBehavior.startsWith('send_text') && (
        <Field label={text.fallbackText} error={error}>
          {(control) => (
            <TemplateInput
              {...control}
              multiline
              message={{ maxChars: MAX_FALLBACK_CHARS }}
              value={fallbackText ?? ''}
              onChange={(next) => changeDefinition({ fallbackText: next || null }, 'fallbackText')}
            />
          )}
        </Field>
      )}
    </>
  )
}

interface SynonymsFieldProps {
  groups: string[][] | undefined
  onChange: (groups: string[][] | undefined) => void
}

/** A group of words a line. What is typed stays as it is; groups of one word mean nothing and are left out. */
function SynonymsField({ groups, onChange }: SynonymsFieldProps) {
  const { settings: text } = useEditorText()
  const [typed, setTyped] = useState(() => (groups ?? []).map((group) => group.join(', ')).join('\n'))
  const change = (next: string) => {
    setTyped(next)
    const read = next
      .split('\n')
      .map((line) => line.split(',').flatMap((word) => word.trim().slice(0, MAX_SYNONYM_CHARS) || []))
      .filter((group) => group.length > 1)
      .map((group) => group.slice(0, MAX_SYNONYMS))
      .slice(0, MAX_SYNONYM_GROUPS)
    onChange(read.length > 0 ? read : undefined)
  }
  return (
    <Field label={text.synonyms} hint={text.synonymsHint}>
      {(control) => (
        <TextArea
          {...control}
          className="min-h-20 text-sm"
          value={typed}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </Field>
  )
}

interface StopWordsFieldProps {
  words: string[] | undefined
  onChange: (words: string[] | undefined) => void
}

/** Words with commas between them. What is typed stays as it is. */
function StopWordsField({ words, onChange }: StopWordsFieldProps) {
  const { settings: text } = useEditorText()
  const [typed, setTyped] = useState(() => (words ?? []).join(', '))
  const change = (next: string) => {
    setTyped(next)
    const read = next
      .split(',')
      .flatMap((word) => word.trim().slice(0, MAX_STOP_WORD_CHARS) || [])
      .slice(0, MAX_STOP_WORDS)
    onChange(read.length > 0 ? read : undefined)
  }
  return (
    <Field label={text.stopWords} hint={text.stopWordsHint}>
      {(control) => (
        <Input
          {...control}
          className="h-9 text-sm"
          value={typed}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </Field>
  )
}

/** What concerns the flow as a whole: its client, and how it behaves where no node says so. */
export function FlowSettings() {
  const { settings: text } = useEditorText()
  const { flowId } = useEditor()
  const { document, changeDocument, changeSetting } = useSettings()
  const clients = useQuery(queries.clients.list.queryOptions({ input: {} }))
  const flow = useQuery(queries.flows.get.queryOptions({ input: { id: flowId } }))
  const { settings } = document.definition
  return (
    <div className="min-h-0 flex-1 space-y-5 overflow-y-auto p-4">
      <Field label={text.client} hint={flow.data?.isActive ? text.clientFixed : text.clientHint}>
        {(control) => (
          <Select
            {...control}
            className="h-9 text-sm"
            disabled={flow.data?.isActive ?? false}
            value={document.clientId ?? ''}
            onChange={({ target }) => changeDocument({ clientId: target.value || null }, 'client')}
          >
            <option value="">{text.noClient}</option>
            {clients.data?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={text.description}>
        {(control) => (
          <TextArea
            {...control}
            className="min-h-20 text-sm"
            maxLength={2000}
            value={document.description ?? ''}
            onChange={({ target }) => changeDocument({ description: target.value || null }, 'description')}
          />
        )}
      </Field>
      <Behaviour />
      <Field label={text.timezone} hint={text.timezoneHint}>
        {(control) => (
          <TimezoneInput
            control={control}
            value={settings.timezone ?? ''}
            placeholder="UTC"
            onChange={(next) => changeSetting('timezone', next || undefined)}
          />
        )}
      </Field>
      <Field label={text.locale} hint={text.localeHint}>
        {(control) => (
          <Input
            {...control}
            className="h-9 text-sm"
            placeholder="en"
            value={settings.locale ?? ''}
            onChange={({ target }) => changeSetting('locale', target.value || undefined)}
          />
        )}
      </Field>
      <LanguageSettings
        languages={settings.languages}
        locale={settings.locale ?? ''}
        onChange={(languages) => changeSetting('languages', languages)}
      />
      <Field label={text.dormant} hint={text.dormantHint}>
        {(control) => (
          <DurationInput
            control={control}
            value={settings.dormantTtlSec}
            onChange={(next) => changeSetting('dormantTtlSec', next)}
          />
        )}
      </Field>
      <Field label={text.debounce} hint={text.debounceHint}>
        {(control) => (
          <Input
            {...control}
            type="number"
            min={0}
            max={30_000}
            step={500}
            className="h-9 text-sm"
            placeholder="0"
            value={settings.inputDebounceMs ?? ''}
            onChange={({ target }) =>
              changeSetting('inputDebounceMs', target.value === '' ? undefined : Number(target.value))
            }
          />
        )}
      </Field>
      <SynonymsField groups={settings.synonyms} onChange={(groups) => changeSetting('synonyms', groups)} />
      <StopWordsField words={settings.stopWords} onChange={(words) => changeSetting('stopWords', words)} />
      <label className="flex items-start gap-2.5 text-sm">
        <input
          type="checkbox"
          className="mt-0.5 size-4.5 accent-accent"
          checked={settings.typeAhead ?? false}
          onChange={({ target }) => changeSetting('typeAhead', target.checked || undefined)}
        />
        <span>
          {text.typeAhead}
          <span className="block text-[0.8125rem] text-ink-soft">{text.typeAheadHint}</span>
        </span>
      </label>
    </div>
  )
}
