import useMediaQuery from '@mui/material/useMediaQuery'

/** Whether lists stand as cards, and filters behind a button (below 700 px). */
export function useNarrow(): boolean {
  return useMediaQuery('(max-width:699px)', { noSsr: true })
}
