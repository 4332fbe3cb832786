import type { Diagnosis, Verdict } from '@dalyan/contracts/diagnosis'
import type { Terminal } from '@dalyan/contracts/terminals'
import { mdiAccessPoint, mdiAlertOctagon, mdiCheckCircleOutline } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import diagnosis from '../../../locales/tr/diagnosis.json' with { type: 'json' }
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { formatDuration } from '../../../shared/format/age.ts'
import { formatDate, formatDateTime, formatTimeWithSeconds } from '../../../shared/format/date-time.ts'
import { formatMetric } from '../../../shared/format/number.ts'
import { visibleText } from '../../../shared/format/visible-text.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { WriteButton } from '../../../shared/ui/WriteButton.tsx'
import type { TerminalPageDialog } from '../detail/terminal-page-search.ts'
import { diagnosisQueries } from './diagnosis.queries.ts'
import { remedyOf } from './diagnosis-path.ts'
import { KeyMapPanel } from './KeyMapPanel.tsx'
import { DiagnosisPath } from './DiagnosisPath.tsx'

addWords({ diagnosis })

const ListenPanel = lazy(async () => ({ default: (await import('./ListenPanel.tsx')).ListenPanel }))

interface Props {
  terminal: Terminal
  /** Opens a dialog; absent without the permission to manage terminals. */
  onOpen?: ((dialog: TerminalPageDialog) => void) | undefined
}

/** Why the terminal is silent, with the evidence and what to do; one line while it is healthy. */
export function DiagnosisCard({ terminal, onOpen }: Props) {
  const { t } = useTranslation()
  const query = useQuery(diagnosisQueries.of(terminal.id))
  const [isListening, setIsListening] = useState(false)
  const { data } = query
  const isSilent = terminal.connection === 'offline' || terminal.connection === 'never'
  if (!data && query.error) return <QueryError query={query} title={t('diagnosis.failed')} />
  const hasNames = onOpen && (Object.keys(terminal.unknown_keys).length > 0 || terminal.key_profile !== null)
  if (!data) return <Skeleton variant="rounded" height={isSilent ? 420 : hasNames ? 320 : onOpen ? 54 : 44} />
  const listen = onOpen && (
    <Button
      variant="outlined"
      aria-pressed={isListening}
      startIcon={<Icon path={mdiAccessPoint} />}
      onClick={() => setIsListening(!isListening)}
      sx={{ minHeight: 44, whiteSpace: 'nowrap' }}
    >
      {t(isListening ? 'diagnosis.listen.stop' : 'diagnosis.listen.start')}
    </Button>
  )
  return (
    <>
      {data.verdict === 'ok' ? (
        <Healthy diagnosis={data} listen={listen} />
      ) : (
        <Faulty diagnosis={data} terminal={terminal} isSilent={isSilent} onOpen={onOpen} listen={listen} />
      )}
      {data.stuck.map((stuck) => (
        <Stuck key={stuck.metric} {...stuck} />
      ))}
      {isListening && (
        <Suspense fallback={<Skeleton variant="rounded" height={220} />}>
          <ListenPanel id={terminal.id} />
        </Suspense>
      )}
      {onOpen && <KeyMapPanel id={terminal.id} diagnosis={data} />}
    </>
  )
}

function Healthy({ diagnosis: { interval_seconds }, listen }: { diagnosis: Diagnosis; listen: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={t('diagnosis.title')}
      data-verdict="ok"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: listen ? 0.5 : 0, minHeight: 44 }}
    >
      <Icon path={mdiCheckCircleOutline} sx={{ color: 'text.secondary' }} />
      <span>
        <b>{t('diagnosis.ok')}</b>
        {interval_seconds !== null &&
          ` · ${t('diagnosis.every', { interval: formatDuration(Math.round(interval_seconds) * 1000) })}`}
      </span>
      {listen && <Box sx={{ marginInlineStart: 'auto' }}>{listen}</Box>}
    </Paper>
  )
}

/** Advice only: a value may also be as steady as it looks. */
function Stuck({ metric, value, since }: Diagnosis['stuck'][number]) {
  const { t } = useTranslation()
  return (
    <Alert severity="info">
      {t('diagnosis.stuck', {
        metric: t(`measurements.metrics.${metric}`),
        value: formatMetric(metric, value),
        age: formatDuration(serverNow() - Date.parse(since)),
      })}
    </Alert>
  )
}

interface FaultyProps extends Props {
  diagnosis: Diagnosis
  isSilent: boolean
  listen: ReactNode
}

function Faulty({ diagnosis: found, terminal, isSilent, onOpen, listen }: FaultyProps) {
  const { t } = useTranslation()
  const { verdict, certainty, evidence, next, checked_at } = found
  const look = isSilent ? 'critical_unack' : 'warning_unack'
  const id = useId()
  const remedy = onOpen ? remedyOf(verdict, terminal) : null
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-labelledby={id}
      data-verdict={verdict}
      sx={({ tokens }) => ({
        border: `2px solid ${tokens.alarm[look].border}`,
        px: { xs: 2, sm: 2.25 },
        py: 1.75,
        minWidth: 0,
      })}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px' }}>
        <Typography variant="h2" id={id}>
          {t(isSilent ? 'diagnosis.title' : 'diagnosis.titleTalking')}
        </Typography>
        <VerdictTag look={look}>{t(`diagnosis.verdict.${tagOf(verdict, terminal)}`)}</VerdictTag>
        <Typography
          variant="body2"
          // Below the sentence on phones, so that the verdict stands in the first 300 pixels.
          sx={{ color: 'text.secondary', marginInlineStart: { sm: 'auto' }, order: { xs: 1, sm: 0 } }}
        >
          {t('diagnosis.checked', {
            time: formatTimeWithSeconds(checked_at),
            certainty: t(`diagnosis.certainty.${certainty}`),
          })}
        </Typography>
        <Typography sx={{ flexBasis: '100%', fontSize: '1.125rem', lineHeight: '26px', fontWeight: 600 }}>
          {t(`diagnosis.sentence.${tagOf(verdict, terminal)}`)}
        </Typography>
      </Box>
      <DiagnosisPath diagnosis={found} terminal={terminal} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          borderTop: 1,
          borderColor: 'divider',
          pt: 1.25,
        }}
      >
        <Part title={t('diagnosis.evidence')}>
          <Box component="ul" sx={LIST}>
            {evidence.map(({ at, text }) => (
              <Box component="li" key={`${at} ${text}`} sx={{ display: 'flex', gap: 1.5, py: 0.25 }}>
                <Box
                  component="time"
                  dateTime={at}
                  sx={{ color: 'text.secondary', minWidth: 66, whiteSpace: 'nowrap' }}
                >
                  {momentText(at)}
                </Box>
                <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                  {visibleText(text)}
                </Box>
              </Box>
            ))}
          </Box>
        </Part>
        <Part title={t('diagnosis.next')}>
          <Box component="ol" sx={{ ...LIST, listStyle: 'decimal', paddingInlineStart: '1.25em' }}>
            {next.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
            {remedy && onOpen && (
              <WriteButton variant="contained" onClick={() => onOpen(remedy)} sx={{ minHeight: 44 }}>
                {t(`diagnosis.remedy.${remedy}`)}
              </WriteButton>
            )}
            {listen}
          </Box>
        </Part>
      </Box>
    </Paper>
  )
}

const LIST = { m: 0, p: 0, mt: 0.5, listStyle: 'none', fontSize: '0.875rem', lineHeight: 1.45 } as const

/** The word of the verdict; a terminal that waits to be authorized or was deleted has a word of its own. */
function tagOf(verdict: Verdict, { status }: Terminal) {
  if (verdict !== 'inactive') return verdict
  return status === 'unauthorized' || status === 'deleted' ? status : verdict
}

/** The time alone if it is today. */
function momentText(at: string): string {
  return formatDate(at) === formatDate(serverNow()) ? formatTimeWithSeconds(at) : formatDateTime(at)
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="h3" sx={{ fontSize: '0.9375rem', fontWeight: 700 }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}

function VerdictTag({ look, children }: { look: 'critical_unack' | 'warning_unack'; children: ReactNode }) {
  return (
    <Box
      component="span"
      sx={({ tokens }) => ({
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        px: 1,
        minHeight: 26,
        borderRadius: 1,
        bgcolor: tokens.alarm[look].fill,
        color: tokens.alarm[look].text,
        fontSize: '0.875rem',
        fontWeight: 700,
      })}
    >
      <Icon path={mdiAlertOctagon} sx={{ fontSize: 18 }} />
      {children}
    </Box>
  )
}
