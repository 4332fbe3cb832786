import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LogLine } from './log-line.ts'
import type { LogSearch } from './log-search.ts'
import { logQueries, type LogSource, readLogBehind } from './log-source.ts'

const MOST_AT_ONCE = 1_000
/** Beyond so many full answers in a row the newest page is read instead: its lines would leave the screen at once. */
const MOST_ANSWERS = 5
/** Between two polls that the live channel causes. */
const NUDGED_EVERY_MS = 1_000

interface Options {
  source: LogSource
  search: LogSearch
  /** Seconds between two polls; 0: it polls only when the live channel says that a line was written; null: it does not follow. */
  everySeconds: number | null
  /** A user is reading: new lines wait. */
  isHeld: boolean
}

/** A page of a log and, where it follows, all that becomes visible after it: every line once. */
export function useLogTail({ source, search, everySeconds, isHeld }: Options) {
  const page = useQuery(logQueries.page(source, search))
  const [tail, setTail] = useState(() => tailOf(page.data?.lines ?? []))
  const [isBehind, setIsBehind] = useState(false)
  const [of, setOf] = useState(page.data)
  if (page.data !== of) {
    setOf(page.data)
    setTail(tailOf(page.data?.lines ?? []))
  }
  if (!isHeld && tail.held.length > 0) setTail(released(tail))

  /** Up to which line this page was followed. */
  const place = useRef({ page: 0, id: 0 })
  const nudged = useRef<() => void>(undefined)
  const take = useEffectEvent((lines: Parameters<typeof withArrived>[1]) =>
    setTail((known) => withArrived(known, lines, isHeld)),
  )
  const startAnew = useEffectEvent(() => void page.refetch())
  const readBehind = useEffectEvent(() => readLogBehind(source, search, place.current.id, MOST_AT_ONCE))

  const followAfter = page.data?.followAfter
  const readAt = page.dataUpdatedAt
  useEffect(() => {
    if (everySeconds === null || followAfter === undefined) return undefined
    // Another interval, or a switch turned off and on, goes on where it was.
    if (place.current.page !== readAt) place.current = { page: readAt, id: followAfter }
    let isOver = false
    let isPolling = false
    let waiting: ReturnType<typeof setTimeout> | undefined

    async function catchUp(): Promise<void> {
      for (let answers = 0; answers < MOST_ANSWERS; answers += 1) {
        const { lines } = await readBehind()
        if (isOver) return
        place.current.id = lines.at(-1)?.id ?? place.current.id
        take(lines)
        if (lines.length < MOST_AT_ONCE) return
      }
      startAnew()
    }
    function poll(): void {
      // Nobody sees a hidden tab; it catches up when it is shown.
      if (isPolling || document.hidden) return
      isPolling = true
      catchUp()
        .then(() => setIsBehind(false))
        .catch(() => setIsBehind(!isOver))
        .finally(() => (isPolling = false))
    }
    nudged.current = () => {
      waiting ??= setTimeout(() => {
        waiting = undefined
        poll()
      }, NUDGED_EVERY_MS)
    }
    const timer = everySeconds > 0 ? setInterval(poll, everySeconds * 1_000) : undefined
    document.addEventListener('visibilitychange', poll)
    return () => {
      isOver = true
      clearInterval(timer)
      clearTimeout(waiting)
      nudged.current = undefined
      document.removeEventListener('visibilitychange', poll)
    }
  }, [everySeconds, followAfter, readAt])

  return {
    page,
    ...tail,
    /** The last poll failed; the next one makes up for it. */
    isBehind: isBehind && everySeconds !== null,
    /** Shows what waits. */
    release: () => setTail(released),
    /** Polls soon, because a line was written. */
    nudge: () => nudged.current?.(),
  }
}

/** Lines that stay on screen at most, besides a larger page that was asked for. */
export const MOST_LINES = 500

/** The lines of a live view: those on screen, and those that wait while it is paused; both newest first. */
interface Tail {
  shown: readonly LogLine[]
  held: readonly LogLine[]
  /** How many lines came since the page was read. */
  arrived: number
}

export function tailOf(lines: readonly LogLine[]): Tail {
  return { shown: lines, held: [], arrived: 0 }
}

/** Adds the lines that are newly visible, each once, and shows them or lets them wait. */
export function withArrived(tail: Tail, lines: readonly LogLine[], isHeld: boolean): Tail {
  const known = new Set([...tail.shown, ...tail.held].map(({ id }) => id))
  const fresh = lines.filter(({ id }) => !known.has(id))
  if (fresh.length === 0) return tail
  const held = newestFirst([...fresh, ...tail.held])
  const next = { ...tail, held, arrived: tail.arrived + fresh.length }
  return isHeld ? next : released(next)
}

/** Shows what waited. */
export function released(tail: Tail): Tail {
  if (tail.held.length === 0) return tail
  return { ...tail, shown: newestFirst([...tail.held, ...tail.shown]), held: [] }
}

function newestFirst(lines: readonly LogLine[]): readonly LogLine[] {
  return lines.toSorted((a, b) => b.id - a.id).slice(0, MOST_LINES)
}
