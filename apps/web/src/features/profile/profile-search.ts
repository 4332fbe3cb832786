/** The address of the user's own page. */
export interface ProfileSearch {
  tab?: 'notifications' | undefined
}

export function readProfileSearch({ tab }: Readonly<Record<string, unknown>>): ProfileSearch {
  return tab === 'notifications' ? { tab } : {}
}
