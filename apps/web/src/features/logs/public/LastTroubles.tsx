import { mdiTextBoxOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import logs from '../../../locales/tr/logs.json' with { type: 'json' }
import { formatDateTimeWithSeconds } from '../../../shared/format/date-time.ts'
import { visibleText } from '../../../shared/format/visible-text.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { RouterLink } from '../../../shared/ui/links.tsx'
import { TitledCard } from '../../../shared/ui/PageSection.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { eventWords, OUTCOME_LOOK, outcomeWord } from '../log-words.ts'
import { logQueries } from '../logs.queries.ts'

addWords({ logs })

const SHOWN = 5
const REFRESH_MS = 15_000

/** The latest problems of a terminal, with a link to its log. */
export function LastTroubles({ terminalId }: { terminalId: number }) {
  const { t } = useTranslation()
  const troubles = useQuery({
    ...logQueries.page({ kind: 'iot', ownerId: terminalId }, { status: ['warning', 'error'] }, SHOWN),
    refetchInterval: () => (navigator.onLine ? REFRESH_MS : false),
  })
  const lines = troubles.data?.lines
  return (
    <TitledCard
      icon={mdiTextBoxOutline}
      title={t('logs.troubles.title')}
      action={
        <RouterLink to="/terminals/$id" params={{ id: String(terminalId) }} search={{ tab: 'logs' }} sx={{ py: 1 }}>
          {t('logs.troubles.all')}
        </RouterLink>
      }
    >
      {lines?.length === 0 && <Quiet>{t('logs.troubles.none')}</Quiet>}
      {!lines && !troubles.error && <Skeleton variant="rounded" height={64} />}
      {!lines && <QueryError title={t('logs.loadFailed')} query={troubles} />}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {lines?.map(({ id, at, outcome, text }) => (
          <Box component="li" key={id} sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 36 }}>
            <Icon
              path={OUTCOME_LOOK[outcome].icon}
              titleAccess={outcomeWord(t, 'iot', outcome)}
              sx={({ tokens: { palette } }) => ({
                color: outcome === 'error' ? palette.error.text : palette.warning.text,
              })}
            />
            <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              {eventWords(t, text) ?? visibleText(text)}
            </Box>
            <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.875rem', textAlign: 'end' }}>
              {formatDateTimeWithSeconds(at)}
            </Box>
          </Box>
        ))}
      </Box>
    </TitledCard>
  )
}
