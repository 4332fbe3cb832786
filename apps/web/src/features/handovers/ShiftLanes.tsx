import type { ModeSpan, Shift, ShelvedSpan } from '@dalyan/contracts/handovers'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { visuallyHidden } from '@mui/utils'
import type { TFunction } from 'i18next'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatLength } from '../../shared/format/age.ts'
import { formatTime } from '../../shared/format/date-time.ts'
import type { ThemeTokens } from '../../shared/theme/tokens.ts'
import { alarmCondition } from '../alarms/public/alarm-look.ts'
import { DayStrip, secondsOf, SPAN_KINDS, SpanLine, TimeAxis } from '../alarms/public/DayStrip.tsx'
import { PLAIN_LIST } from './handover-items.ts'
import { heldSeconds, joinedSpans, withinShift } from './shift-lanes.ts'

type Props = Pick<Shift, 'from' | 'to' | 'tanks' | 'journal' | 'figures' | 'mode_spans' | 'shelved_spans'>
type LanesTheme = { tokens: ThemeTokens }

/** The hours of a shift in lanes: when any tank was critical, had a warning, was silent, what was held back, and what was written; on demand one line for each tank. */
export function ShiftLanes({ shift }: { shift: Props }) {
  const { t } = useTranslation()
  const [showsTanks, setShowsTanks] = useState(false)
  const { tanks, journal, figures } = shift
  const seconds = secondsOf(shift)
  // From top to bottom; the one for information is left out when it is empty.
  const lanes = SPAN_KINDS.map((kind) => ({ kind, spans: joinedSpans(tanks, kind) }))
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <div>
        <Box component="ul" sx={{ ...PLAIN_LIST, gap: 0 }}>
          {lanes
            .filter(({ kind, spans }) => kind !== 'info' || spans.length > 0)
            .map(({ kind, spans }) => {
              const length = spans.reduce((sum, { from, to }) => sum + to - from, 0)
              return (
                <Lane
                  key={kind}
                  text={t('handovers.laneSpans', { count: spans.length, time: formatLength(length * 1_000) })}
                >
                  <SpanLine label={t(`handovers.lanes.${kind}`)} spans={spans} seconds={seconds} />
                </Lane>
              )
            })}
          <HeldLane name="shelved" shift={shift} spans={shift.shelved_spans} textOf={(span) => shelvedText(t, span)} />
          <HeldLane
            name="modes"
            shift={shift}
            spans={shift.mode_spans}
            textOf={({ name }) => t(`tankModes.names.${name}`)}
          />
          <Lane text={t('handovers.laneEntries', { count: figures.journal_entries })}>
            <SpanLine label={t('handovers.lanes.journal')} spans={[]} seconds={seconds}>
              {journal.map(({ id, at, kind, tank }) => (
                <Box
                  component="span"
                  key={id}
                  data-entry={id}
                  title={`${formatTime(at)} · ${tank.code} · ${t(`journal.kinds.${kind}`)}`}
                  sx={({ tokens: { palette } }) => ({
                    position: 'absolute',
                    top: '50%',
                    insetInlineStart: `${((Date.parse(at) - Date.parse(shift.from)) / 1_000 / seconds) * 100}%`,
                    transform: 'translate(-50%, -50%)',
                    width: 10,
                    height: 10,
                    border: `2px solid ${palette.primary.main}`,
                    borderRadius: '50%',
                    bgcolor: palette.surface,
                  })}
                />
              ))}
            </SpanLine>
          </Lane>
        </Box>
        <TimeAxis day={shift} />
      </div>
      {tanks.length > 0 && (
        <Button
          data-shell
          aria-expanded={showsTanks}
          onClick={() => setShowsTanks(!showsTanks)}
          sx={{ justifySelf: 'start', minHeight: 44 }}
        >
          {showsTanks ? t('handovers.hide') : t('home.now.showAll', { count: tanks.length })}
        </Button>
      )}
      {showsTanks && <DayStrip day={{ ...shift, quiet: 0, unknown: 0 }} />}
    </Box>
  )
}

/** Colour, border and height distinguish them, and set them off from the lanes of alarms. */
const HELD_LOOK = {
  shelved: ({ tokens: { palette } }: LanesTheme) => ({ height: 10, border: `1px dashed ${palette.textSecondary}` }),
  modes: ({ tokens: { palette } }: LanesTheme) => ({
    height: 14,
    bgcolor: palette.surfaceVariant,
    border: `1px solid ${palette.outline}`,
  }),
}

interface HeldLaneProps<T> {
  name: keyof typeof HELD_LOOK
  shift: Pick<Shift, 'from' | 'to'>
  spans: readonly T[]
  textOf: (span: T) => string
}

/** When alarms were held back, by shelving or by modes. */
function HeldLane<T extends ModeSpan | ShelvedSpan>({ name, shift, spans, textOf }: HeldLaneProps<T>) {
  const { t } = useTranslation()
  const seconds = secondsOf(shift)
  const time = formatLength(heldSeconds(shift, spans) * 1_000)
  return (
    <Lane text={t('handovers.laneSpans', { count: spans.length, time })}>
      <SpanLine label={t(`handovers.lanes.${name}`)} spans={[]} seconds={seconds}>
        {spans.map((span) => {
          const { from, to } = withinShift(shift, span)
          const start = formatTime(span.from)
          return (
            <Box
              component="span"
              key={`${span.tank.id} ${span.from} ${textOf(span)}`}
              data-held={name}
              title={`${span.tank.code} · ${textOf(span)} · ${start} – ${formatTime(span.until)}`}
              sx={[
                { position: 'absolute', top: '50%', transform: 'translateY(-50%)', minWidth: '3px' },
                { insetInlineStart: `${(from / seconds) * 100}%`, width: `${((to - from) / seconds) * 100}%` },
                HELD_LOOK[name],
              ]}
            />
          )
        })}
      </SpanLine>
    </Lane>
  )
}

const shelvedText = (t: TFunction, { kind, metric }: ShelvedSpan): string =>
  alarmCondition(t, { kind, metric, iot: null })

/** A line of 22 px, and in words what it shows. */
function Lane({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Box component="li" sx={{ position: 'relative', display: 'flex', alignItems: 'center', height: 22, py: '3px' }}>
      {children}
      <span style={visuallyHidden}>{text}</span>
    </Box>
  )
}
