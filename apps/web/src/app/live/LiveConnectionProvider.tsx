import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { logFailure } from '../../shared/api/log-failure.ts'
import type { LiveConnection } from '../../shared/live/socket.ts'
import { ConnectionContext } from '../../shared/live/use-channel.ts'

/** Holds the live connection while a user is signed in. Its code loads after the first page is drawn. */
export function LiveConnectionProvider({ children }: { children: ReactNode }) {
  const cache = useQueryClient()
  const [connection, setConnection] = useState<LiveConnection | null>(null)

  useEffect(() => {
    let left = false
    let open: LiveConnection | null = null
    import('./live-messages.ts').then(
      ({ openLiveConnection }) => {
        if (left) return
        open = openLiveConnection(cache)
        setConnection(open)
      },
      (error: unknown) => logFailure('the code of the live connection did not come', error),
    )
    return () => {
      left = true
      open?.close()
      setConnection(null)
    }
  }, [cache])

  return <ConnectionContext value={connection}>{children}</ConnectionContext>
}
