/** The address of one's own page: its tab. */
export interface ProfileSearch {
  tab?: 'notifications' | undefined
}

export function readProfileSearch({ tab }: Readonly<Record<string, unknown>>): ProfileSearch {
  return tab === 'notifications' ? { tab } : {}
}
