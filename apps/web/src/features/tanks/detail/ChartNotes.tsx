import type { JournalEntry } from '@dalyan/contracts/journal'
import type { TankModeSpan } from '@dalyan/contracts/tank-modes'
import Box from '@mui/material/Box'
import Tooltip from '@mui/material/Tooltip'
import { useTranslation } from 'react-i18next'
import journalWords from '../../../locales/tr/journal.json' with { type: 'json' }
import modeWords from '../../../locales/tr/tank-modes.json' with { type: 'json' }
import type { ShownWindow } from '../../../shared/charts/use-series-window.ts'
import { formatDateTime, formatTime } from '../../../shared/format/date-time.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { amountText, JOURNAL_ICONS } from '../../journal/public/journal-look.ts'

addWords({ journal: journalWords, tankModes: modeWords })

const MARK_PX = 18
const TARGET_PX = 24

interface Props {
  window: ShownWindow
  /** The modes that held the metric of this chart. */
  spans: readonly TankModeSpan[]
  entries: readonly JournalEntry[]
}

/**
 * Over a chart: shades the times in which a mode held its metric, and marks the entries of the journal. A touch of a mark shows its entry. The
 * keyboard and screen readers find the same in the tab of the journal, so that nine charts do not repeat it.
 */
export function ChartNotes({ window: { from, to, until = to }, spans, entries }: Props) {
  const percent = (at: string) => ((Date.parse(at) / 1000 - from) / (until - from)) * 100
  return (
    <Box aria-hidden sx={{ position: 'absolute', inset: 0 }}>
      {spans.map((span) => (
        <Shade
          key={span.from}
          span={span}
          left={Math.max(0, percent(span.from))}
          right={Math.min(100, percent(span.until))}
        />
      ))}
      {entries.map((entry) => (
        <Mark key={entry.id} entry={entry} left={percent(entry.at)} />
      ))}
    </Box>
  )
}

function Shade({ span, left, right }: { span: TankModeSpan; left: number; right: number }) {
  const { t } = useTranslation()
  if (right <= left) return null
  const name = t(`tankModes.names.${span.name}`)
  return (
    <Box
      data-shade={span.name}
      title={`${name}, ${formatTime(span.from)}–${formatTime(span.until)}`}
      sx={({ tokens: { chart } }) => ({
        position: 'absolute',
        top: 0,
        bottom: 0,
        left: `${left}%`,
        width: `${right - left}%`,
        overflow: 'hidden',
        borderInline: `1px dotted ${chart.axisText}`,
        color: chart.axisText,
        fontSize: '0.6875rem',
        lineHeight: '14px',
        '&::before': { content: '""', position: 'absolute', inset: 0, bgcolor: chart.axisText, opacity: 0.14 },
      })}
    >
      {/* At the bottom, where no mark of an entry stands. */}
      <Box sx={{ position: 'absolute', bottom: 1, left: 3, whiteSpace: 'nowrap' }}>{name}</Box>
    </Box>
  )
}

function Mark({ entry, left }: { entry: JournalEntry; left: number }) {
  const { t } = useTranslation()
  if (left < 0 || left > 100) return null
  const { kind, at, note, created_by } = entry
  const text = [t(`journal.kinds.${kind}`), amountText(entry), note, formatDateTime(at), created_by?.name]
  return (
    <Box
      sx={({ tokens: { palette } }) => ({
        position: 'absolute',
        top: 0,
        bottom: 0,
        left: `${left}%`,
        borderLeft: `1px dotted ${palette.primary.text}`,
      })}
    >
      <Tooltip title={text.filter(Boolean).join(' · ')} enterTouchDelay={0} leaveTouchDelay={4_000}>
        <Box
          component="button"
          type="button"
          tabIndex={-1}
          data-mark={kind}
          sx={{
            all: 'unset',
            display: 'grid',
            placeItems: 'center',
            pointerEvents: 'auto',
            width: TARGET_PX,
            height: TARGET_PX,
            transform: 'translateX(-50%)',
            cursor: 'pointer',
          }}
        >
          <Box
            component="span"
            sx={({ tokens: { palette } }) => ({
              display: 'grid',
              placeItems: 'center',
              width: MARK_PX,
              height: MARK_PX,
              borderRadius: '50%',
              border: `1px solid ${palette.primary.text}`,
              bgcolor: 'background.paper',
              color: palette.primary.text,
            })}
          >
            <Icon path={JOURNAL_ICONS[kind]} sx={{ fontSize: 12 }} />
          </Box>
        </Box>
      </Tooltip>
    </Box>
  )
}
