import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api, queries } from '../../app/api.ts'
import { shownWorkspace } from '../../app/shown-workspace.ts'
import { pageTitle } from '../../ui/messages/page-title.ts'
import { useCounts } from '../conversations/desk/counts.ts'
import { isChosen, useDeviceChoice } from './device-choices.ts'
import { type News, NoticeNews } from './notice-news.ts'
import { useNotificationsText } from './notifications-text.ts'
import { OwnTone } from './own-tone.ts'
import { showNotice } from './show-notice.ts'
import { type Place, Tabs } from './tabs.ts'

const LOOK_EVERY_MS = 30_000

/** Which conversation this tab shows, while somebody looks at it. */
function readPlace(): Place | null | undefined {
  if (document.visibilityState !== 'visible' || !document.hasFocus()) return undefined
  const { pathname, searchParams } = new URL(location.href)
  const [clientId, jid] = [searchParams.get('client'), searchParams.get('chat')]
  return pathname === '/inbox' && clientId && jid ? { clientId, jid } : null
}

function useTabs(hasSound: boolean): Tabs | null {
  const [tabs, setTabs] = useState<Tabs | null>(null)
  const [tone, setTone] = useState<OwnTone | null>(null)
  useEffect(() => {
    if (!('locks' in navigator)) return
    const own = new OwnTone()
    own.awaitGesture(() => isChosen('sound'))
    const made = new Tabs({
      channel: new BroadcastChannel('parley.notices'),
      locks: navigator.locks,
      readPlace,
      canSound: () => isChosen('sound') && own.canSound,
      play: () => own.play(),
      newId: () => crypto.randomUUID?.() ?? String(Math.random()),
    })
    setTabs(made)
    setTone(own)
    return () => {
      made.close()
      own.close()
    }
  }, [])
  useEffect(() => {
    if (hasSound) tone?.unlock()
  }, [hasSound, tone])
  return tabs
}

/** One tab of those that show a workspace tells for all of them; when it is closed another does. */
function useIsTeller(): boolean {
  const [isTeller, setTeller] = useState(false)
  useEffect(() => {
    if (!('locks' in navigator)) return
    const ended = new AbortController()
    const untilEnded = new Promise<void>((resolve) => ended.signal.addEventListener('abort', () => resolve()))
    void shownWorkspace.known
      .then((id) =>
        navigator.locks.request(`parley.notices.${id}`, { signal: ended.signal }, () => {
          setTeller(true)
          return untilEnded
        }),
      )
      .catch(() => {
        // Ended before the lock was had.
      })
    return () => ended.abort()
  }, [])
  return isTeller
}

const isSame = (place: Place | null, { clientId, jid }: News['of']): boolean =>
  place?.clientId === clientId && place.jid === jid

/** What waits and who is named is asked for again when something of it may have changed, and now and then. */
function useNews(isOn: boolean, onNews: (news: readonly News[]) => void): void {
  const news = useRef(new NoticeNews())
  const since = useRef<string>(undefined)
  const { data } = useQuery({
    queryKey: queries.notifications.waiting.key(),
    queryFn: () => api.notifications.waiting(since.current === undefined ? {} : { since: since.current }),
    enabled: isOn,
    refetchInterval: LOOK_EVERY_MS,
    refetchIntervalInBackground: true,
    gcTime: 0,
  })
  const tell = useEffectEvent(onNews)
  useEffect(() => {
    if (!data) return
    since.current = data.now
    const found = news.current.note(data)
    if (found.length > 0) tell(found)
  }, [data])
}

/** The tab of the browser says how many wait, whatever page is open in it. */
function useWaitingTitle(): void {
  const waiting = useCounts()?.waiting ?? 0
  useEffect(() => {
    pageTitle.count(waiting)
    return () => pageTitle.count(0)
  }, [waiting])
}

/** While a page is open: a sound, and a notification of the browser where nobody looks and no push comes; each where it was chosen. */
export function NoticeWatch() {
  const text = useNotificationsText()
  const navigate = useNavigate()
  const hasSound = useDeviceChoice('sound')
  const hasNotices = useDeviceChoice('page-notices')
  const tabs = useTabs(hasSound)
  useWaitingTitle()
  const isTeller = useIsTeller()
  const tell = async (found: readonly News[]): Promise<void> => {
    const looks = (await tabs?.listLooks()) ?? []
    const unseen = found.filter(({ of }) => !looks.some((place) => isSame(place, of)))
    if (unseen.length === 0) return
    if (hasSound) tabs?.ring()
    if (!hasNotices || looks.length > 0) return
    for (const { of, kind } of unseen) {
      const { clientId, jid, clientName, contactName } = of
      // What the note says comes after why it is told; of what waits the contact's words say it.
      const written = kind === 'mention' ? null : of.text
      const title = contactName ?? clientName ?? 'Parley'
      await showNotice({ title, body: written ?? text.kinds[kind], clientId, jid }, () => {
        void navigate({ to: '/inbox', search: { client: clientId, chat: jid } })
      })
    }
  }
  useNews(isTeller && tabs !== null && (hasSound || hasNotices), (found) => void tell(found))
  return null
}
