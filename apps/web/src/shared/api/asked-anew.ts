/** For a record in a dialog: fetched each time the dialog opens, and not again while the user edits it. */
export const ASKED_ANEW = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false } as const
