import { useState } from 'react'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { useAudience } from './status-data.ts'
import { useStatusesText } from './statuses-text.ts'

/** Who is to see a status, and how many that is now. */
export function AudienceFields({ clientId }: { clientId: string }) {
  const { post: text } = useStatusesText()
  const [who, setWho] = useState<'privacy' | 'named'>('privacy')
  const audience = useAudience(clientId)
  const hint = () => {
    if (who === 'named' || audience.isPending) return undefined
    return audience.data ? text.goesTo[audience.data.setting](audience.data.people) : text.goesUnknown
  }
  return (
    <>
      <Field label={text.audience} hint={hint()}>
        {(control) => (
          <Select
            {...control}
            name="who"
            value={who}
            onChange={({ target }) => setWho(target.value === 'named' ? 'named' : 'privacy')}
          >
            <option value="privacy">{text.byPrivacy}</option>
            <option value="named">{text.named}</option>
          </Select>
        )}
      </Field>
      {who === 'named' && (
        <Field label={text.people} hint={text.peopleHint}>
          {(control) => <TextArea {...control} name="people" rows={2} required />}
        </Field>
      )}
    </>
  )
}
