import { type ForewarningRecord, LEAST_FOREWARNINGS, LEAST_TRUE_SHARE } from '@dalyan/contracts/forewarnings'
import { mdiCheck, mdiClose } from '@mdi/js'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import './forewarning-words.ts'
import { forewarningQueries } from './forewarnings.queries.ts'

/** How often the forewarnings of a tank came true in the past, and which ones are therefore shown. */
export function ForewarningRecords({ tankId }: { tankId: number }) {
  const { t } = useTranslation()
  const query = useQuery(forewarningQueries.ofTank(tankId))
  const records = query.data?.records
  return (
    <Paper component="section" variant="outlined" sx={{ p: 2, mt: 2 }}>
      <Typography variant="h3" component="h2">
        {t('forewarnings.records.title')}
      </Typography>
      <Quiet small>
        {t('forewarnings.records.hint', { percent: 100 * LEAST_TRUE_SHARE, least: LEAST_FOREWARNINGS })}
      </Quiet>
      <QueryError query={query} title={t('forewarnings.records.failed')} />
      {query.isPending && <Skeleton height={80} />}
      {records?.length === 0 && <Typography sx={{ mt: 1 }}>{t('forewarnings.records.none')}</Typography>}
      {records && records.length > 0 && (
        <Box
          component="table"
          aria-label={t('forewarnings.records.title')}
          sx={({ tokens: { palette } }) => ({
            mt: 1,
            width: '100%',
            maxWidth: 640,
            borderCollapse: 'collapse',
            '& th, & td': { py: 0.75, pr: 1.5, textAlign: 'start', verticalAlign: 'top', fontWeight: 400 },
            '& thead th': { fontSize: '0.8125rem', color: 'text.secondary' },
            '& tbody tr': { borderTop: `1px solid ${palette.divider}` },
          })}
        >
          <thead>
            <tr>
              <th scope="col">{t('forewarnings.records.metric')}</th>
              <th scope="col">{t('forewarnings.records.came_true')}</th>
              <th scope="col">{t('forewarnings.records.days')}</th>
              <th scope="col">{t('forewarnings.records.verdict')}</th>
            </tr>
          </thead>
          <tbody>
            {records.map((record) => (
              <Row key={record.metric} record={record} />
            ))}
          </tbody>
        </Box>
      )}
    </Paper>
  )
}

function Row({ record: { metric, made, came_true, days, is_practice, is_earned } }: { record: ForewarningRecord }) {
  const { t } = useTranslation()
  const verdict = is_earned ? 'earned' : made < LEAST_FOREWARNINGS ? 'tooFew' : 'notEarned'
  return (
    <tr>
      <th scope="row">
        {t(`measurements.metrics.${metric}`)}
        {is_practice && <Quiet small>{t('forewarnings.records.practice')}</Quiet>}
      </th>
      <td>
        {came_true}/{made}
      </td>
      <td>{t('forewarnings.records.dayCount', { count: days })}</td>
      <td>
        <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
          <Icon path={is_earned ? mdiCheck : mdiClose} sx={{ fontSize: 18, color: 'text.secondary' }} />
          {t(`forewarnings.records.${verdict}`)}
        </Box>
      </td>
    </tr>
  )
}
