import type { MetricKey } from '@dalyan/contracts/metrics'
import type { Rehearsal } from '@dalyan/contracts/rehearsal'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import Skeleton from '@mui/material/Skeleton'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatLength } from '../../../shared/format/age.ts'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { formatMetric } from '../../../shared/format/number.ts'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import type { RehearsalState, RehearsedMetric } from './use-rehearsals.ts'

/** The alarms that the saved and the typed limits of a metric would have raised; a press lists them. */
export function RangeResult({ metric, saved, typed }: RehearsedMetric & { metric: MetricKey }) {
  const { t } = useTranslation()
  const shown = typed === undefined ? saved : typed
  const before = typed === undefined ? null : (saved?.data ?? null)
  return (
    <Box sx={{ display: 'grid', justifyItems: 'start', alignContent: 'center', minHeight: 40 }}>
      {before && <Quiet small>{t('rangeTemplates.rehearsal.now', { result: resultText(before, true, t) })}</Quiet>}
      {shown === null && <Quiet small>{t('rangeTemplates.rehearsal.unlimited')}</Quiet>}
      {shown?.hasFailed && <Quiet small>{t('rangeTemplates.rehearsal.failed')}</Quiet>}
      {shown && !shown.hasFailed && shown.data === null && (
        <Skeleton width={150} aria-label={t('rangeTemplates.rehearsal.running')} />
      )}
      {shown?.data &&
        (before && shown.isFinal && isSame(before, shown.data) ? (
          <Quiet small>{t('rangeTemplates.rehearsal.unchanged')}</Quiet>
        ) : (
          <AlarmList metric={metric} state={shown} rehearsal={shown.data} isNew={before !== null} />
        ))}
    </Box>
  )
}

const isSame = (a: Rehearsal, b: Rehearsal) =>
  a.alarms === b.alarms && a.alarmed_tanks === b.alarmed_tanks && a.out_of_range_seconds === b.out_of_range_seconds

/** `4 alarm, 2 tank, 3 sa 20 dk`; `en az` while tanks are left. */
function resultText(
  { alarms, alarmed_tanks, out_of_range_seconds, evaluated_tanks, tanks }: Rehearsal,
  isFinal: boolean,
  t: TFunction,
): string {
  const parts = [
    t('rangeTemplates.rehearsal.alarms', { count: alarms }),
    ...(alarms > 0 ? [t('rangeTemplates.rehearsal.tanks', { count: alarmed_tanks })] : []),
    ...(out_of_range_seconds > 0 ? [formatLength(out_of_range_seconds * 1000)] : []),
  ].join(', ')
  return isFinal ? parts : t('rangeTemplates.rehearsal.atLeast', { result: parts, done: evaluated_tanks, tanks })
}

/** The result as a button that lists the newest alarms. */
function AlarmList({
  metric,
  state,
  rehearsal,
  isNew,
}: {
  metric: MetricKey
  state: RehearsalState
  rehearsal: Rehearsal
  isNew: boolean
}) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const text = `${isNew ? '→ ' : ''}${resultText(rehearsal, state.isFinal, t)}`
  if (rehearsal.alarms === 0) return <Box sx={{ fontSize: 13, fontWeight: isNew ? 600 : 400 }}>{text}</Box>
  return (
    <>
      <Button
        size="small"
        color="inherit"
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          px: 0.5,
          mx: -0.5,
          textAlign: 'start',
          fontWeight: isNew ? 600 : 400,
          textDecoration: 'underline dotted',
        }}
      >
        {text}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': t('rangeTemplates.rehearsal.list'), sx: { p: 2, maxHeight: 360 } },
        }}
      >
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.75 }}>
          {rehearsal.newest.map(({ tank, kind, raised_at, cleared_at, peak }) => (
            <li key={`${tank.id} ${kind} ${raised_at}`}>
              <b lang="en">{tank.code}</b> {formatDateTime(raised_at)} ·{' '}
              {cleared_at === null
                ? t('rangeTemplates.rehearsal.lasting')
                : formatLength(Date.parse(cleared_at) - Date.parse(raised_at))}{' '}
              · {t(`rangeTemplates.rehearsal.peak.${kind}`, { value: formatMetric(metric, peak) })}
            </li>
          ))}
        </Box>
        {rehearsal.alarms > rehearsal.newest.length && (
          <Quiet small>{t('rangeTemplates.rehearsal.more', { count: rehearsal.newest.length })}</Quiet>
        )}
      </Popover>
    </>
  )
}
