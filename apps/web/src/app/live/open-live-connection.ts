import type { QueryClient } from '@tanstack/react-query'
import { isIdleLocked, onIdleLock } from '../../features/auth/idle/idle-lock.ts'
import { checkSession } from '../../features/auth/public/auth.queries.ts'
import { sessionToken } from '../../shared/api/session-token.ts'
import { connectLive, type LiveConnection } from '../../shared/live/socket.ts'
import { catchUp, liveHandlers } from './live-messages.ts'

/** Opens the live connection of the signed-in user: messages change the query cache, a refused sign-in ends the session. */
export function openLiveConnection(cache: QueryClient, getToken = sessionToken.get): LiveConnection {
  return connectLive(cache, {
    getToken,
    idleLock: { isOn: isIdleLocked, onChange: onIdleLock },
    handlers: liveHandlers,
    onSubscribed: (channel) => catchUp(cache, channel),
    onUnauthenticated: () => void checkSession(cache),
  })
}
