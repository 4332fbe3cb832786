import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { logFailure } from '../shared/api/log-failure.ts'
import { sessionToken } from '../shared/api/session-token.ts'
import type { LiveConnection } from './socket.ts'
import { ConnectionContext } from './use-channel.ts'

/** Holds the socket while somebody is signed in. Its code comes after the first page is drawn. */
export function LiveConnectionProvider({ children }: { children: ReactNode }) {
  const cache = useQueryClient()
  const [connection, setConnection] = useState<LiveConnection | null>(null)

  useEffect(() => {
    let left = false
    let open: LiveConnection | null = null
    import('./socket.ts').then(
      ({ connectLive }) => {
        if (left) return
        open = connectLive(cache, sessionToken.get)
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
