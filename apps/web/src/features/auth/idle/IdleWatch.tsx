import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { idleClock } from '../../../shared/session/idle-clock.ts'
import { useIdleLock } from '../../../shared/session/idle-lock.ts'
import { isPushOwner } from '../../../shared/session/push-owner.ts'
import { useUser } from '../../../shared/session/user-context.ts'
import { logout } from '../auth.queries.ts'

const ACTIVITIES = ['mousemove', 'keydown', 'pointerdown', 'touchstart', 'wheel'] as const
const WARN_BEFORE_MS = 60_000
const LOOK_EVERY_MS = 1_000

const IdleWarning = lazy(() =>
  import('./IdleWarning.tsx').then(
    ({ IdleWarning: component }): { default: ComponentType<{ secondsLeft: number }> } => ({ default: component }),
    // Without a network there is no warning, but the clock goes on.
    () => ({ default: () => null }),
  ),
)

/** Ends the session after fifteen minutes without anybody doing anything, and warns a minute before. */
export function IdleWatch() {
  const locked = useIdleLock()
  const { id } = useUser()
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)

  useEffect(() => {
    if (locked) return undefined
    let over = false

    function look(): void {
      const left = idleClock.remaining()
      if (left > 0) return setSecondsLeft(left <= WARN_BEFORE_MS ? Math.ceil(left / 1_000) : null)
      if (over) return
      over = true
      // Nobody works at the page: that is when an alarm has to be pushed to this browser.
      void logout('idle', isPushOwner(id))
    }
    function act(): void {
      // After a computer slept the first movement comes before the next look: it is too late by then.
      if (idleClock.remaining() > 0) idleClock.touch()
      look()
    }

    look()
    const timer = setInterval(look, LOOK_EVERY_MS)
    for (const activity of ACTIVITIES) window.addEventListener(activity, act, { passive: true, capture: true })
    document.addEventListener('visibilitychange', act)
    return () => {
      clearInterval(timer)
      for (const activity of ACTIVITIES) window.removeEventListener(activity, act, { capture: true })
      document.removeEventListener('visibilitychange', act)
      setSecondsLeft(null)
    }
  }, [locked, id])

  if (secondsLeft === null) return null
  return (
    <Suspense>
      <IdleWarning secondsLeft={secondsLeft} />
    </Suspense>
  )
}
