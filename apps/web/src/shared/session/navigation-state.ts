/** Why somebody landed on `/home` though another address was asked for. */
export type Notice = 'not-found' | 'admin-only'
/** Why a session ended. */
export type Ending = 'logout' | 'expired' | 'idle'

declare module '@tanstack/react-router' {
  /** Carried beside the address, not in it. */
  interface HistoryState {
    notice?: Notice
    /** `reset`: a new password was set by a link of the mail. */
    ended?: Ending | 'reset'
    /** Filled in at the login. */
    email?: string
  }
}
