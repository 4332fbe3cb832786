import { SCREEN_ORDER } from '@dalyan/contracts/metrics'
import type { TerminalTraffic } from '@dalyan/contracts/terminal-traffic'
import Box from '@mui/material/Box'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../shared/clock/use-now.ts'
import { formatAge } from '../../../shared/format/age.ts'
import { formatDateTimeWithSeconds } from '../../../shared/format/date-time.ts'
import { formatMetric } from '../../../shared/format/number.ts'
import { visibleText } from '../../../shared/format/visible-text.ts'
import { Quiet } from '../../../shared/ui/Quiet.tsx'

/** The newest value of each metric, and below it the device's message, character by character. */
export function LastPayload({ traffic: { last_measurement: last, last_message } }: { traffic: TerminalTraffic }) {
  const { t } = useTranslation()
  const now = useNow()
  return (
    <>
      {last ? (
        <Box
          component="dl"
          sx={{ display: 'grid', m: 0, gap: '6px 16px', gridTemplateColumns: 'minmax(0, 1fr) auto auto' }}
        >
          {SCREEN_ORDER.map((metric) => {
            const latest = last[metric]
            return (
              latest && (
                <Fragment key={metric}>
                  <Box component="dt" sx={{ color: 'text.secondary' }}>
                    {t(`measurements.metrics.${metric}`)}
                  </Box>
                  <Box component="dd" sx={{ ...VALUE, fontWeight: 700 }}>
                    {formatMetric(metric, latest.value)}
                  </Box>
                  <Box component="dd" sx={{ ...VALUE, color: 'text.secondary' }}>
                    {formatAge(t, Math.max(0, now - Date.parse(latest.measured_at)))}
                  </Box>
                </Fragment>
              )
            )
          })}
        </Box>
      ) : (
        <Quiet>{t('terminals.detail.nothingYet')}</Quiet>
      )}
      <RawMessage message={last_message} />
    </>
  )
}

const VALUE = { m: 0, textAlign: 'end', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } as const

/** A device's text is shown as text. */
function RawMessage({ message }: { message: TerminalTraffic['last_message'] }) {
  const { t } = useTranslation()
  return (
    <Box component="details" sx={{ mt: 1.5 }}>
      <Box component="summary" sx={{ cursor: 'pointer', minHeight: 44, display: 'list-item', py: 1.25 }}>
        {t('terminals.detail.rawMessage')}
      </Box>
      {message ? (
        <>
          <Quiet small>
            {t('terminals.detail.receivedBy', {
              time: formatDateTimeWithSeconds(message.received_at),
              transport: message.transport.toUpperCase(),
            })}
            {message.is_cut && ` · ${t('terminals.detail.cut')}`}
          </Quiet>
          <Box
            component="pre"
            role="region"
            tabIndex={0}
            aria-label={t('terminals.detail.rawMessage')}
            sx={{
              m: 0,
              mt: 0.5,
              maxHeight: 240,
              overflow: 'auto',
              fontSize: '0.8125rem',
              whiteSpace: 'pre-wrap',
              overflowWrap: 'anywhere',
            }}
          >
            {visibleText(pretty(message.text))}
          </Box>
        </>
      ) : (
        <Quiet small>{t('terminals.detail.noMessageSinceStart')}</Quiet>
      )}
    </Box>
  )
}

/** JSON with line breaks; other text unchanged. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
