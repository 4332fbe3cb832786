import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { idleClock } from './idle-limit.ts'
import { useStaysSignedIn } from './stay-signed-in.ts'
import { useUser } from '../../../shared/session/user.ts'
import { logout } from '../public/auth.queries.ts'

const ACTIVITIES = ['mousemove', 'keydown', 'pointerdown', 'touchstart', 'wheel'] as const
const WARN_BEFORE_MS = 60_000
const CHECK_EVERY_MS = 1_000

const IdleWarning = lazy(() =>
  import('./IdleWarning.tsx').then(
    ({ IdleWarning: component }): { default: ComponentType<{ secondsLeft: number }> } => ({ default: component }),
    // Without a network there is no warning, but the session still ends.
    () => ({ default: () => null }),
  ),
)

interface Props {
  /** Whether the server keeps an idle user's session: alarms are pushed to this browser on. */
  keepsSession: (userId: number) => boolean
}

/** Ends the session after the idle limit without any activity, and warns a minute before. */
export function IdleWatch({ keepsSession }: Props) {
  const staysSignedIn = useStaysSignedIn()
  const { id } = useUser()
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)

  useEffect(() => {
    if (staysSignedIn) return undefined
    let over = false

    function check(): void {
      const left = idleClock.remaining()
      if (left > 0) return setSecondsLeft(left <= WARN_BEFORE_MS ? Math.ceil(left / 1_000) : null)
      if (over) return
      over = true
      void logout('idle', keepsSession(id))
    }
    function act(): void {
      // After a computer slept, the first movement may come before the next check, but too late.
      if (idleClock.remaining() > 0) idleClock.touch()
      check()
    }

    check()
    const timer = setInterval(check, CHECK_EVERY_MS)
    for (const activity of ACTIVITIES) window.addEventListener(activity, act, { passive: true, capture: true })
    document.addEventListener('visibilitychange', act)
    return () => {
      clearInterval(timer)
      for (const activity of ACTIVITIES) window.removeEventListener(activity, act, { capture: true })
      document.removeEventListener('visibilitychange', act)
      setSecondsLeft(null)
    }
  }, [staysSignedIn, id, keepsSession])

  if (secondsLeft === null) return null
  return (
    <Suspense>
      <IdleWarning secondsLeft={secondsLeft} />
    </Suspense>
  )
}
