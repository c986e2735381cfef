import { ImageUp } from 'lucide-react'
import { useRef } from 'react'
import type { Right } from '../../../contract/scopes.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { useProfileText } from './profile-text.ts'
import { shrinkPicture } from './shrink-picture.ts'

interface PictureButtonsProps {
  right: Right
  busy: boolean
  /** Base64, or null: the picture is taken away. */
  onSet: (picture: string | null) => void
}

/** Chooses another picture for a number or a group, or takes it away. */
export function PictureButtons({ right, busy, onSet }: PictureButtonsProps) {
  const { picture: text } = useProfileText()
  const notify = useNotify()
  const picker = useRef<HTMLInputElement>(null)
  const give = async (file: File | undefined) => {
    if (!file) return
    const picture = await shrinkPicture(file)
    if (picture === null) notify.warn(text.unusable)
    else onSet(picture)
  }
  return (
    <div className="flex flex-wrap gap-2">
      <input
        ref={picker}
        type="file"
        accept="image/*"
        hidden
        aria-label={text.file}
        onChange={({ target }) => {
          void give(target.files?.[0])
          target.value = ''
        }}
      />
      <Button right={right} variant="secondary" busy={busy} onClick={() => picker.current?.click()}>
        {!busy && <ImageUp aria-hidden />}
        {text.choose}
      </Button>
      <ConfirmButton
        variant="quiet"
        right={right}
        busy={busy}
        question={{ title: text.removeTitle, description: text.removeBody, action: text.remove }}
        onConfirm={(close) => {
          onSet(null)
          close()
        }}
      >
        {text.remove}
      </ConfirmButton>
    </div>
  )
}
