import type { Calibration } from '@dalyan/contracts/calibrations'
import type { CalibrationVerdict } from '@dalyan/contracts/calibration-rules'
import type { Tank } from '@dalyan/contracts/tanks'
import { mdiCalendarAlert, mdiCrosshairsGps, mdiPlus } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import calibrations from '../../../locales/tr/calibrations.json' with { type: 'json' }
import { ListPages } from '../../../shared/list/ListPages.tsx'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { formatDate, formatDateTime } from '../../../shared/format/date-time.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { may, useUser } from '../../../shared/session/user.ts'
import { DividedItem } from '../../../shared/ui/DividedItem.tsx'
import { EmptyState } from '../../../shared/ui/EmptyState.tsx'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { PageSection } from '../../../shared/ui/PageSection.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { CalibrationDialog } from './CalibrationDialog.tsx'
import { daysUntil, dueText, pointText, resultTexts, VERDICT_LOOKS } from './calibration-look.ts'
import { CALIBRATIONS_PER_PAGE, calibrationQueries } from './calibrations.queries.ts'

addWords({ calibrations })

/** The calibrations of a tank's probes, the newest first, and the button that enters one. */
export function CalibrationList({ tank }: { tank: Tank }) {
  const { t } = useTranslation()
  const [isAdding, setIsAdding] = useState(false)
  const mayWrite = may(useUser(), 'journal.write') && tank.status !== 'deleted' && tank.iots.length > 0
  return (
    <PageSection title={t('calibrations.title')}>
      {mayWrite && (
        <Box>
          <Button variant="outlined" startIcon={<Icon path={mdiPlus} />} onClick={() => setIsAdding(true)}>
            {t('calibrations.add')}
          </Button>
        </Box>
      )}
      <CalibrationPages tankId={tank.id} />
      {isAdding && <CalibrationDialog tank={tank} onClose={() => setIsAdding(false)} />}
    </PageSection>
  )
}

function CalibrationPages({ tankId }: { tankId: number }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const list = useQuery(calibrationQueries.ofTank(tankId, page))
  const { data } = list
  return (
    <>
      <QueryError query={list} title={t('calibrations.loadFailed')} />
      {list.isPending && <Skeleton variant="rounded" height={160} />}
      {data?.total === 0 && (
        <EmptyState icon={mdiCrosshairsGps} title={t('calibrations.empty.title')} body={t('calibrations.empty.body')} />
      )}
      {data && data.total > 0 && (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {data.data.map((calibration) => (
            <CalibrationItem key={calibration.id} calibration={calibration} />
          ))}
        </Box>
      )}
      {data && data.total > CALIBRATIONS_PER_PAGE && (
        <ListPages page={data} sizes={[]} onChange={(part) => 'page' in part && setPage(part.page)} />
      )}
    </>
  )
}

function CalibrationItem({ calibration }: { calibration: Calibration }) {
  const { t } = useTranslation()
  const { at, iot, metric, points, verdict, lot, note, created_by } = calibration
  const isAdjusted = points.some(({ after }) => after !== null)
  const facts = [...resultTexts(t, metric, calibration), ...(lot === null ? [] : [t('calibrations.lot', { lot })])]
  const pointsWord = t(isAdjusted ? 'calibrations.pointsAdjusted' : 'calibrations.pointsRead')
  return (
    <DividedItem>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px 12px', overflowWrap: 'anywhere' }}>
        <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
          <b>{t(`measurements.metrics.${metric}`)}</b> · <span lang="en">{iot.code}</span>
          <Box>
            <VerdictMark verdict={verdict} />
          </Box>
          <Box>{facts.join(' · ')}</Box>
        </Box>
        <Box sx={{ fontSize: '0.875rem', color: 'text.secondary', textAlign: { sm: 'end' } }}>
          <time dateTime={at}>{formatDateTime(at)}</time>
          {created_by && <div>{created_by.name}</div>}
        </Box>
      </Box>
      <Box sx={{ display: 'grid', gap: 0.5, overflowWrap: 'anywhere' }}>
        <Quiet small>{`${pointsWord}: ${points.map((point) => pointText(metric, point)).join('; ')}`}</Quiet>
        <NextDate calibration={calibration} />
        {note && <Box sx={{ fontSize: '0.875rem', whiteSpace: 'pre-line' }}>{note}</Box>}
      </Box>
    </DividedItem>
  )
}

function VerdictMark({ verdict }: { verdict: CalibrationVerdict }) {
  const { t } = useTranslation()
  const { icon, colour } = VERDICT_LOOKS[verdict]
  return (
    <Box
      component="span"
      sx={({ tokens: { palette } }) => ({
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        fontWeight: 700,
        color: palette[colour].text,
      })}
    >
      <Icon path={icon} sx={{ fontSize: 20 }} />
      {t(`calibrations.verdicts.${verdict}`)}
    </Box>
  )
}

/** The day on which the probe has to be calibrated again. Only the reminder of its newest calibration counts, so that an older one is never late. */
function NextDate({ calibration: { due_at, is_latest } }: { calibration: Calibration }) {
  const { t } = useTranslation()
  if (due_at === null) return null
  const next = t('calibrations.next', { date: formatDate(due_at) })
  const days = daysUntil(due_at, serverNow())
  if (!is_latest || days >= 0) return <Quiet small>{next}</Quiet>
  return (
    <Box
      sx={({ tokens: { palette } }) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        fontSize: '0.875rem',
        fontWeight: 500,
        color: palette.warning.text,
      })}
    >
      <Icon path={mdiCalendarAlert} sx={{ fontSize: 18 }} />
      {`${next} · ${dueText(t, days)}`}
    </Box>
  )
}
