import { lazy } from 'react'
import { Part, untilLoaded } from '../../../../ui/messages/part.tsx'

const VoiceRecorder = lazy(
  untilLoaded(async () => ({ default: (await import('./voice-recorder.tsx')).VoiceRecorder })),
)

/** The button that records a voice; it comes after the conversation. */
export const Voice = (props: Parameters<typeof VoiceRecorder>[0]) => (
  <Part>
    <VoiceRecorder {...props} />
  </Part>
)
