import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LogSearch } from './log-search.ts'
import { type LogLine, logQueries, type LogSource, readLogBehind } from './logs.queries.ts'

const MOST_AT_ONCE = 1_000
/** After this number of consecutive full answers the newest page is fetched instead: their lines would leave the screen at once. */
const MOST_ANSWERS = 5
/** Least time between two polls caused by the live channel. */
const NUDGED_EVERY_MS = 1_000

interface LogTailOptions {
  source: LogSource
  search: LogSearch
  /** Seconds between two polls; 0: polls only when the live channel announces a line; null: does not follow. */
  everySeconds: number | null
  /** A user is reading, so new lines wait. */
  isHeld: boolean
}

/** A page of a log and, where it follows, the lines that become visible after it, each once. */
export function useLogTail({ source, search, everySeconds, isHeld }: LogTailOptions) {
  const page = useQuery(logQueries.page(source, search))
  const [tail, setTail] = useState(() => tailOf(page.data?.lines ?? []))
  const [isBehind, setIsBehind] = useState(false)
  const [of, setOf] = useState(page.data)
  if (page.data !== of) {
    setOf(page.data)
    setTail(tailOf(page.data?.lines ?? []))
  }
  if (!isHeld && tail.held.length > 0) setTail(released(tail))

  /** The last line that was fetched for this page. */
  const position = useRef({ page: 0, id: 0 })
  const nudged = useRef<() => void>(undefined)
  const take = useEffectEvent((lines: Parameters<typeof withArrived>[1]) =>
    setTail((known) => withArrived(known, lines, isHeld)),
  )
  const startAnew = useEffectEvent(() => void page.refetch())
  const readBehind = useEffectEvent(() => readLogBehind(source, search, position.current.id, MOST_AT_ONCE))

  const followAfter = page.data && (page.data.follow_after ?? 0)
  const readAt = page.dataUpdatedAt
  useEffect(() => {
    if (everySeconds === null || followAfter === undefined) return undefined
    // After a change of the interval, or off and on again, polling continues after the last line.
    if (position.current.page !== readAt) position.current = { page: readAt, id: followAfter }
    let isOver = false
    let isPolling = false
    let waiting: ReturnType<typeof setTimeout> | undefined

    async function catchUp(): Promise<void> {
      for (let answers = 0; answers < MOST_ANSWERS; answers += 1) {
        const lines = await readBehind()
        if (isOver) return
        position.current.id = lines.at(-1)?.id ?? position.current.id
        take(lines)
        if (lines.length < MOST_AT_ONCE) return
      }
      startAnew()
    }
    function poll(): void {
      // A hidden tab does not poll; it catches up when it is shown.
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
    /** The last poll failed; the next one fetches the missing lines. */
    isBehind: isBehind && everySeconds !== null,
    /** Shows the waiting lines. */
    release: () => setTail(released),
    /** Polls soon, because the live channel announced a line. */
    nudge: () => nudged.current?.(),
  }
}

/** The most lines on screen, unless the page size is larger. */
export const MOST_LINES = 500

/** The lines of a live log: those on screen, and those that wait while it is paused; both newest first. */
interface Tail {
  shown: readonly LogLine[]
  held: readonly LogLine[]
  /** How many lines arrived since the page was fetched. */
  arrived: number
}

export function tailOf(lines: readonly LogLine[]): Tail {
  return { shown: lines, held: [], arrived: 0 }
}

/** Adds new lines, each once, to those on screen or to the waiting ones. */
export function withArrived(tail: Tail, lines: readonly LogLine[], isHeld: boolean): Tail {
  const known = new Set([...tail.shown, ...tail.held].map(({ id }) => id))
  const fresh = lines.filter(({ id }) => !known.has(id))
  if (fresh.length === 0) return tail
  const held = newestFirst([...fresh, ...tail.held])
  const next = { ...tail, held, arrived: tail.arrived + fresh.length }
  return isHeld ? next : released(next)
}

/** Shows the waiting lines. */
export function released(tail: Tail): Tail {
  if (tail.held.length === 0) return tail
  return { ...tail, shown: newestFirst([...tail.held, ...tail.shown]), held: [] }
}

function newestFirst(lines: readonly LogLine[]): readonly LogLine[] {
  return lines.toSorted((a, b) => b.id - a.id).slice(0, MOST_LINES)
}
