export interface LoginSearch {
  mode?: 'register'
}

/** `?mode=register` opens the registration tab; anything else is the login. */
export function readLoginSearch(search: Record<string, unknown>): LoginSearch {
  return search['mode'] === 'register' ? { mode: 'register' } : {}
}
