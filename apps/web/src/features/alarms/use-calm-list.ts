import type { Alarm } from '@dalyan/contracts/alarms'
import { useEffect, useRef, useState } from 'react'

/** The newest records of alarms that may have left the list, by id. */
type Received = ReadonlyMap<number, Alarm>
/** How long the focus may be on no element, as between a removed button and the next one. */
const LEFT_AFTER_MS = 200
const NONE: Received = new Map()

export interface CalmList {
  shown: readonly Alarm[]
  /** Ids of the alarms that had returned when the list stopped moving: only these may be grouped. */
  returned: ReadonlySet<number>
  /** How many new alarms wait. */
  waiting: number
  showNew: () => void
  /** Remembers changed records, so that a held row shows them even after the alarm left the list. */
  remember: (alarms: readonly Alarm[]) => void
  /** Handlers for the element around the list: rows do not move while the pointer or the focus is in it. */
  handlers: Record<'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur', () => void>
}

/** A live list whose rows do not move while a user is in it or has paused it; new alarms wait. */
export function useCalmList(fresh: readonly Alarm[], isPaused: boolean): CalmList {
  const inside = useRef({ pointer: false, focus: false })
  const paused = useRef(isPaused)
  useEffect(() => {
    paused.current = isPaused
  }, [isPaused])
  const [held, setHeld] = useState<readonly Alarm[] | null>(null)
  const [received, setReceived] = useState(NONE)
  const [wasPaused, setWasPaused] = useState(isPaused)
  if (isPaused !== wasPaused) {
    setWasPaused(isPaused)
    if (isPaused) setHeld(held ?? fresh)
    else release()
  }

  const news = new Map([...received, ...fresh.map((alarm) => [alarm.id, alarm] as const)])
  const shown = held ? held.map((alarm) => news.get(alarm.id) ?? alarm) : fresh

  function come(how: 'pointer' | 'focus'): void {
    inside.current[how] = true
    if (held === null) setHeld(fresh)
  }
  function release(): void {
    setHeld(null)
    setReceived(NONE)
  }
  function go(how: 'pointer' | 'focus'): void {
    inside.current[how] = false
    setTimeout(() => {
      if (!paused.current && !inside.current.pointer && !inside.current.focus) release()
    }, LEFT_AFTER_MS)
  }
  const known = new Set(held?.map(({ id }) => id))
  return {
    shown,
    returned: new Set((held ?? fresh).flatMap(({ id, state }) => (state === 'rtn_unack' ? [id] : []))),
    waiting: held ? fresh.filter(({ id }) => !known.has(id)).length : 0,
    showNew: () => setHeld(inside.current.pointer || inside.current.focus || isPaused ? fresh : null),
    remember: (alarms) =>
      setReceived((before) => new Map([...before, ...alarms.map((alarm) => [alarm.id, alarm] as const)])),
    handlers: {
      onPointerEnter: () => come('pointer'),
      onPointerLeave: () => go('pointer'),
      onFocus: () => come('focus'),
      onBlur: () => go('focus'),
    },
  }
}
