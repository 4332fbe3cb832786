/** For a record in a dialog: asked anew each time it is opened, and not under the hands of somebody who edits it. */
export const ASKED_ANEW = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false } as const
