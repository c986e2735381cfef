import { useText } from '../../i18n/language.tsx'
import { Button } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { Field, Input } from '../field.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

interface ShownOnceDialogProps {
  title: string
  description: string
  label: string
  value: string
  onDone: () => void
}

/** Something that opens doors, for the only time: it is left by its own button alone. */
export function ShownOnceDialog({ title, description, label, value, onDone }: ShownOnceDialogProps) {
  const { shell } = useText()
  return (
    <Dialog open onOpenChange={onDone} title={title} description={description} modal="strict">
      <Field label={label}>
        {(control) => (
          <Input
            {...control}
            readOnly
            value={value}
            className="font-mono text-[0.8125rem]"
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
      </Field>
      <DialogActions>
        <CopyButton value={value} />
        <Button onClick={onDone}>{shell.haveCopied}</Button>
      </DialogActions>
    </Dialog>
  )
}
