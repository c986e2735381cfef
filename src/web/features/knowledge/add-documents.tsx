import { FilePlus2, Link2 } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { COLLECTION_NAME, MAX_KNOWLEDGE_FILE_BYTES } from '../../../core/knowledge.ts'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { DropArea } from '../../ui/inputs/drop-area.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { useAddFile, useAddUrl } from './knowledge-data.ts'
import { useKnowledgeText } from './knowledge-text.ts'

const ACCEPTED = '.pdf,.docx,.html,.htm,.md,.csv,.tsv,.txt'

/** A button and a place to drop files on; they are given to the service one after the other. */
function GiveFiles({ collection, disabled }: { collection: string; disabled: boolean }) {
  const { add } = useKnowledgeText()
  const notify = useNotify()
  const picker = useRef<HTMLInputElement>(null)
  const upload = useAddFile(collection, add.taken)
  const give = async (files: FileList | null) => {
    for (const file of [...(files ?? [])]) {
      if (file.size > MAX_KNOWLEDGE_FILE_BYTES) notify.warn(add.tooLarge(file.name))
      // What was refused has been shown; the others are still given.
      else await upload.mutateAsync(file).catch(() => null)
    }
  }
  const drop = (files: FileList) => {
    if (!disabled) void give(files)
  }
  return (
    <DropArea onFiles={drop} className="flex flex-col items-start gap-2 p-4">
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={add.choose}
        accept={ACCEPTED}
        onChange={({ target }) => {
          void give(target.files).finally(() => {
            target.value = ''
          })
        }}
      />
      <Button
        right="build"
        busy={upload.isPending}
        disabled={disabled}
        onClick={() => picker.current?.click()}
      >
        {!upload.isPending && <FilePlus2 aria-hidden />}
        {add.choose}
      </Button>
      <p className="text-[0.8125rem] text-ink-soft">{add.dropHint}</p>
    </DropArea>
  )
}

function GiveAddress({ collection, disabled }: { collection: string; disabled: boolean }) {
  const { add } = useKnowledgeText()
  const [url, setUrl] = useState('')
  const [isWrong, setWrong] = useState(false)
  const addUrl = useAddUrl(collection, add.taken, () => setUrl(''))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isAddress = /^https?:\/\//i.test(url.trim()) && URL.canParse(url.trim())
    setWrong(!isAddress)
    if (isAddress) addUrl.mutate(url.trim())
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3" noValidate>
      <Field label={add.url} error={isWrong ? add.wrong : undefined}>
        {(control) => (
          <Input
            {...control}
            type="url"
            inputMode="url"
            placeholder="https://"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </Field>
      <Button
        right="build"
        type="submit"
        variant="secondary"
        className="self-start"
        busy={addUrl.isPending}
        disabled={disabled}
      >
        {!addUrl.isPending && <Link2 aria-hidden />}
        {add.addUrl}
      </Button>
    </form>
  )
}

/** Takes documents in, by file or by address, into one collection. */
export function AddDocuments({ collections }: { collections: readonly string[] }) {
  const { add } = useKnowledgeText()
  const [collection, setCollection] = useState('general')
  const isName = COLLECTION_NAME.test(collection)
  return (
    <SectionCard title={add.title}>
      <div className="grid gap-5 sm:grid-cols-2">
        <GiveFiles collection={collection} disabled={!isName} />
        <GiveAddress collection={collection} disabled={!isName} />
        <Field
          label={add.collection}
          {...(isName ? { hint: add.collectionHint } : { error: add.collectionHint })}
        >
          {(control) => (
            <Input
              {...control}
              list="knowledge-collections"
              value={collection}
              onChange={(event) => setCollection(event.target.value)}
            />
          )}
        </Field>
        <datalist id="knowledge-collections">
          {collections.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
    </SectionCard>
  )
}
