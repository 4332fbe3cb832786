import useMediaQuery from '@mui/material/useMediaQuery'

/** Whether lists are cards and filters are behind a button (below 700 px). */
export function useNarrow(): boolean {
  return useMediaQuery('(max-width:699px)', { noSsr: true })
}
