import type { AlarmState } from '@dalyan/contracts/alarm-words'
import { useEffect, useRef, useState } from 'react'

/** An alarm or an incident. */
interface CalmEntry {
  id: number
  state: AlarmState
}

/** How long the focus may be on no element, as between a removed button and the next one. */
const LEFT_AFTER_MS = 200
/** An answer that comes so soon after a change may have been asked for before it, and lack it. */
const ASKED_BEFORE_MS = 5_000

export interface CalmList<E extends CalmEntry> {
  shown: readonly E[]
  /** Ids of the entries that had returned when the list stopped moving: only these may be grouped. */
  returned: ReadonlySet<number>
  /** How many new entries wait. */
  waiting: number
  showNew: () => void
  /** Remembers changed records, so that a held row shows them even after its entry left the list. */
  remember: (entries: readonly E[]) => void
  /** Handlers for the element around the list: rows do not move while the pointer or the focus is in it. */
  handlers: Record<'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur', () => void>
}

interface AnsweredEntries<E> {
  entries: readonly E[]
  /** When the answer came, epoch milliseconds: identifies the answer. */
  answeredAt: number
}

/** A live list whose rows do not move while a user is in it or has paused it; new alarms or incidents wait. */
export function useCalmList<E extends CalmEntry>(
  { entries: fresh, answeredAt }: AnsweredEntries<E>,
  isPaused: boolean,
): CalmList<E> {
  const inside = useRef({ pointer: false, focus: false })
  const paused = useRef(isPaused)
  useEffect(() => {
    paused.current = isPaused
  }, [isPaused])
  const [held, setHeld] = useState<readonly E[] | null>(null)
  /** The newest records of entries that may have left the list, by id, and when the last of them changed. */
  const [received, setReceived] = useState({ byId: new Map<number, E>(), changedAt: 0 })
  const [wasPaused, setWasPaused] = useState(isPaused)
  if (isPaused !== wasPaused) {
    setWasPaused(isPaused)
    if (isPaused) hold()
    else setHeld(null)
  }

  const news = new Map([...received.byId, ...fresh.map((entry) => [entry.id, entry] as const)])
  const shown = held ? held.map((entry) => news.get(entry.id) ?? entry) : fresh

  const mayLack = ({ changedAt }: typeof received) => answeredAt < changedAt + ASKED_BEFORE_MS

  function hold(): void {
    if (held !== null) return
    setHeld(fresh)
    // The answer may lack what was changed just before it or since, as by a dialog that has just closed.
    setReceived((before) => (mayLack(before) ? before : { ...before, byId: new Map() }))
  }
  function come(how: 'pointer' | 'focus'): void {
    inside.current[how] = true
    hold()
  }
  function go(how: 'pointer' | 'focus'): void {
    inside.current[how] = false
    setTimeout(() => {
      if (!paused.current && !inside.current.pointer && !inside.current.focus) setHeld(null)
    }, LEFT_AFTER_MS)
  }
  const known = new Set(held?.map(({ id }) => id))
  return {
    shown,
    returned: new Set((held ?? fresh).flatMap(({ id, state }) => (state === 'rtn_unack' ? [id] : []))),
    waiting: held ? fresh.filter(({ id }) => !known.has(id)).length : 0,
    showNew: () => setHeld(inside.current.pointer || inside.current.focus || isPaused ? fresh : null),
    remember: (entries) =>
      setReceived((before) => {
        const known = held !== null || mayLack(before) ? before.byId : []
        return {
          byId: new Map([...known, ...entries.map((entry) => [entry.id, entry] as const)]),
          changedAt: Date.now(),
        }
      }),
    handlers: {
      onPointerEnter: () => come('pointer'),
      onPointerLeave: () => go('pointer'),
      onFocus: () => come('focus'),
      onBlur: () => go('focus'),
    },
  }
}
