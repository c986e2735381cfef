import { Mic, Square, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import { useText } from '../../../../i18n/language.tsx'
import { Button } from '../../../../ui/button.tsx'

const TYPES = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4']

interface Recording {
  recorder: MediaRecorder
  startedAt: number
}

/** Records a voice note; nothing is sent before the person says so. */
export function VoiceRecorder({
  isReady = true,
  onStart,
  onRecorded,
}: {
  /** False while nothing may be sent yet. */
  isReady?: boolean
  onStart?: () => void
  onRecorded: (sound: Blob, seconds: number) => void
}) {
  const { chat: text, shell } = useText()
  const [recording, setRecording] = useState<Recording | null>(null)
  const [seconds, setSeconds] = useState(0)
  const isKept = useRef(false)
  useEffect(() => {
    if (!recording) return
    const timer = setInterval(() => setSeconds(Math.round((Date.now() - recording.startedAt) / 1000)), 500)
    return () => {
      clearInterval(timer)
      if (recording.recorder.state !== 'inactive') recording.recorder.stop()
    }
  }, [recording])

  async function start(): Promise<void> {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type))
      const recorder = new MediaRecorder(stream, mimeType ? { mimeType } : {})
      const startedAt = Date.now()
      const parts: Blob[] = []
      isKept.current = false
      recorder.ondataavailable = ({ data }) => parts.push(data)
      recorder.onstop = () => {
        for (const track of stream.getTracks()) track.stop()
        setRecording(null)
        setSeconds(0)
        const length = Math.max(1, Math.round((Date.now() - startedAt) / 1000))
        const [type = 'audio/ogg'] = recorder.mimeType.split(';')
        if (isKept.current) onRecorded(new Blob(parts, { type }), length)
      }
      recorder.start()
      onStart?.()
      setRecording({ recorder, startedAt })
    } catch {
      toast.error(text.noMicrophone)
    }
  }
  const end = (keep: boolean) => {
    isKept.current = keep
    recording?.recorder.stop()
  }
  if (!recording) {
    return (
      <Button
        variant="quiet"
        size="icon"
        aria-label={text.record}
        disabled={!isReady}
        onClick={() => void start()}
      >
        <Mic aria-hidden />
      </Button>
    )
  }
  return (
    <div role="status" className="flex items-center gap-1">
      <span className="size-2 animate-pulse rounded-full bg-bad" aria-hidden />
      <span className="text-sm tabular-nums">{text.recording(seconds)}</span>
      <Button variant="quiet" size="icon" aria-label={shell.cancel} onClick={() => end(false)}>
        <X aria-hidden />
      </Button>
      <Button size="icon" aria-label={text.sendVoice} onClick={() => end(true)}>
        <Square aria-hidden />
      </Button>
    </div>
  )
}
