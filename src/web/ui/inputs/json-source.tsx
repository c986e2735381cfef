import type { ChangeEvent } from 'react'
import { Field, Input, TextArea } from '../field.tsx'

interface JsonSourceProps {
  label: { file: string; json: string }
  json: string
  problem: string | undefined
  onJson: (json: string) => void
}

/** Two fields for one text: a file to read it from, and where it can be pasted and changed. */
export function JsonSource({ label, json, problem, onJson }: JsonSourceProps) {
  const chooseFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    if (file) onJson(await file.text())
  }
  return (
    <>
      <Field label={label.file}>
        {(control) => (
          <Input
            {...control}
            type="file"
            accept=".json,application/json"
            className="h-auto py-2 text-sm"
            onChange={(event) => void chooseFile(event)}
          />
        )}
      </Field>
      <Field label={label.json} error={problem}>
        {(control) => (
          <TextArea
            {...control}
            required
            spellCheck={false}
            value={json}
            onChange={(event) => onJson(event.target.value)}
            className="font-mono text-xs"
          />
        )}
      </Field>
    </>
  )
}
