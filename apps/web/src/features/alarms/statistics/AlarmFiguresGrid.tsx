import type { AlarmFigures } from '@dalyan/contracts/alarm-statistics'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { formatLength } from '../../../shared/format/age.ts'
import { formatNumber } from '../../../shared/format/number.ts'
import { Figure, figureLook } from '../../../shared/ui/Figure.tsx'
import { RouterLink } from '../../../shared/ui/links.tsx'
import type { AlarmSearch } from '../alarm-search.ts'

interface Props {
  figures: AlarmFigures
  /** The filters of the links, and the window for the history. */
  of: Pick<AlarmSearch, 'tank' | 'firm'>
  window: Pick<AlarmSearch, 'from' | 'to'>
}

/** Four figures of a window, each linked to its alarms. */
export function AlarmFiguresGrid({ figures, of, window }: Props) {
  const { t } = useTranslation()
  const {
    raised,
    critical,
    out_seconds,
    silent_seconds,
    quality_seconds,
    acknowledged,
    ack_p90_seconds,
    open,
    shelved,
  } = figures
  const history: AlarmSearch = { tab: 'history', ...of, ...window }
  const length = (seconds: number) => formatLength(seconds * 1000)
  const acknowledgedOf = t('alarmStatistics.acknowledgedOf', { acknowledged, raised })
  const shown = [
    {
      search: history,
      label: t('alarmStatistics.fields.raised'),
      value: formatNumber(raised),
      note: t('alarmStatistics.criticalOf', { count: critical }),
    },
    {
      search: history,
      label: t('alarmStatistics.fields.out'),
      value: length(out_seconds),
      note: [
        t('alarmStatistics.silentFor', { time: length(silent_seconds) }),
        ...(quality_seconds > 0 ? [t('alarmStatistics.qualityFor', { time: length(quality_seconds) })] : []),
      ].join(' · '),
    },
    {
      search: history,
      label: t('alarmStatistics.fields.wait'),
      value: waitText(figures) ?? t('alarmStatistics.never'),
      note:
        ack_p90_seconds === null
          ? acknowledgedOf
          : `${t('alarmStatistics.p90', { time: length(ack_p90_seconds) })} · ${acknowledgedOf}`,
    },
    {
      search: open === 0 && shelved > 0 ? { tab: 'shelved' as const, ...of } : of,
      label: t('alarmStatistics.fields.open'),
      value: formatNumber(open),
      note: t('alarmStatistics.shelvedToo', { count: shelved }),
    },
  ]
  return (
    <Box
      component="ul"
      sx={{
        display: 'grid',
        gap: 1.5,
        m: 0,
        p: 0,
        listStyle: 'none',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
      }}
    >
      {shown.map(({ search, ...figure }) => (
        <Box component="li" key={figure.label} sx={{ display: 'grid', minWidth: 0 }}>
          <RouterLink
            to="/alarms"
            search={search}
            underline="none"
            sx={(theme) => ({ ...figureLook(theme), minHeight: 96 })}
          >
            <Figure {...figure} />
          </RouterLink>
        </Box>
      ))}
    </Box>
  )
}

/** The median time to the first acknowledgement; null without any. */
export function waitText({ ack_median_seconds }: Pick<AlarmFigures, 'ack_median_seconds'>): string | null {
  return ack_median_seconds === null ? null : formatLength(ack_median_seconds * 1000)
}
