import { mdiTextBoxOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import logs from '../../../locales/tr/logs.json' with { type: 'json' }
import { formatDateTimeWithSeconds } from '../../../shared/format/date-time.ts'
import { visibleText } from '../../../shared/format/visible-text.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { TitledCard } from '../../../shared/ui/TitledCard.tsx'
import { eventWords } from '../event-words.ts'
import type { LogLine } from '../log-line.ts'
import { logQueries } from '../log-source.ts'
import { outcomeLook, outcomeWord } from '../outcomes.ts'
import { RouterLink } from '../../../shared/ui/RouterLink.tsx'

addWords({ logs })

const SHOWN = 5
const REFRESH_MS = 15_000
/** The latest problems of a terminal, with a link to its log. */
export function LastTroubles({ terminalId }: { terminalId: number }) {
  const { t } = useTranslation()
  const wanted = { status: ['warning' as const, 'error' as const], per_page: SHOWN }
  const troubles = useQuery({
    ...logQueries.page({ kind: 'iot', ownerId: terminalId }, wanted),
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
      {lines ? (
        <Lines lines={lines} />
      ) : troubles.error ? (
        <ErrorAlert title={t('logs.loadFailed')} error={troubles.error} onRetry={() => void troubles.refetch()} />
      ) : (
        <Skeleton variant="rounded" height={64} />
      )}
    </TitledCard>
  )
}

function Lines({ lines }: { lines: readonly LogLine[] }) {
  const { t } = useTranslation()
  if (lines.length === 0) return <Typography sx={{ color: 'text.secondary' }}>{t('logs.troubles.none')}</Typography>
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {lines.map(({ id, at, outcome, text }) => (
        <Box component="li" key={id} sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 36 }}>
          <Icon
            path={outcomeLook(outcome).icon}
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
  )
}
