/** The browser's cache storage that holds the last answers. */
export const KEPT_CALLS = 'kept-answers'
/** Marks an answer that comes from this storage instead of the server. */
export const KEPT_HEADER = 'x-dalyan-kept'
/** The BroadcastChannel of the signed-in tabs, from which the worker learns that a session ended, and the Web Lock that they hold. */
export const SESSION_CHANNEL = 'dalyan-session'
