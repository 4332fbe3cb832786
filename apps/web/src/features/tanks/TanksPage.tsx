import type { TankPage } from '@dalyan/contracts/tanks'
import { mdiMagnify, mdiWaves } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import TablePagination from '@mui/material/TablePagination'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LiveBadge } from '../../realtime/LiveBadge.tsx'
import { useChannel } from '../../realtime/use-channel.ts'
import { useAppReady } from '../../shared/ui/app-ready.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { ErrorAlert } from '../../shared/ui/ErrorAlert.tsx'
import { ProgressLine } from '../../shared/ui/ProgressLine.tsx'
import { usePageTitle } from '../../shared/ui/page-title.ts'
import { asTankListQuery, PAGE_SIZES } from './tank-list-search.ts'
import { TankCards } from './TankCards.tsx'
import { TankFilters } from './TankFilters.tsx'
import { tankQueries } from './tanks.queries.ts'
import { TanksCountLine } from './TanksCountLine.tsx'
import { TanksTable } from './TanksTable.tsx'
import { useTankListSearch } from './use-tank-list-search.ts'

export function TanksPage() {
  const { t } = useTranslation()
  const { search, change, clear } = useTankListSearch()
  const narrow = useMediaQuery('(max-width:699px)', { noSsr: true })
  const tanks = useQuery(tankQueries.list(asTankListQuery(search)))
  useChannel('tanks')
  usePageTitle(t('tanks.title'))
  useAppReady(!tanks.isPending)

  const pages = tanks.data && (
    <TablePagination
      component="div"
      count={tanks.data.total}
      page={tanks.data.current_page - 1}
      rowsPerPage={tanks.data.per_page}
      rowsPerPageOptions={[...PAGE_SIZES]}
      labelRowsPerPage={t('common.table.rowsPerPage')}
      labelDisplayedRows={({ from, to, count }) => t('common.table.displayedRows', { from, to, total: count })}
      onPageChange={(_, page) => change({ page: page + 1 })}
      onRowsPerPageChange={(event) => {
        const size = PAGE_SIZES.find((each) => each === Number(event.target.value))
        if (size) change({ per_page: size })
      }}
    />
  )

  return (
    <Box sx={{ p: { xs: 1.5, sm: 3 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5, mb: 2 }}>
        <Typography variant="h1">{t('tanks.title')}</Typography>
        <LiveBadge newestAt={null} />
      </Box>
      <TankFilters search={search} narrow={narrow} onChange={change} />
      <Box sx={{ minHeight: 20, my: 1.5 }}>{tanks.data && <TanksCountLine page={tanks.data} />}</Box>
      {tanks.error && (
        <ErrorAlert title={t('tanks.messages.loadFailed')} error={tanks.error} onRetry={() => void tanks.refetch()} />
      )}
      {tanks.isPending && <LoadingRows />}
      {tanks.data && tanks.data.data.length === 0 && (
        <NoTanks page={tanks.data} filtered={Boolean(search.search || search.status)} onClear={clear} />
      )}
      {tanks.data && tanks.data.data.length > 0 && (
        <Box sx={{ position: 'relative', opacity: tanks.isPlaceholderData ? 0.7 : 1 }}>
          {tanks.isPlaceholderData && <ProgressLine />}
          {narrow ? (
            <>
              <TankCards tanks={tanks.data.data} />
              {pages}
            </>
          ) : (
            <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
              <TanksTable tanks={tanks.data.data} sort={search.sort ?? 'code'} onSort={(sort) => change({ sort })} />
              {pages}
            </Paper>
          )}
        </Box>
      )}
    </Box>
  )
}

/** Nothing to show, and why: no tank yet, none that fits, or a page past the end. */
function NoTanks({ page, filtered, onClear }: { page: TankPage; filtered: boolean; onClear: () => void }) {
  const { t } = useTranslation()
  if (filtered || page.total > 0) {
    return (
      <EmptyState
        icon={mdiMagnify}
        title={t('common.states.noResultsTitle')}
        body={t('common.states.noResultsBody')}
        action={<Button onClick={onClear}>{t('common.actions.clearFilters')}</Button>}
      />
    )
  }
  return <EmptyState icon={mdiWaves} title={t('tanks.empty.title')} body={t('tanks.empty.bodyReadOnly')} />
}

function LoadingRows() {
  const { t } = useTranslation()
  return (
    <Paper variant="outlined" aria-busy aria-label={t('common.aria.loadingRegion')} sx={{ p: 1.5 }}>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} height={44} />
      ))}
    </Paper>
  )
}
