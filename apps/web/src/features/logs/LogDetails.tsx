import { mdiCheck, mdiContentCopy } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDateTimeWithSeconds } from '../../shared/format/date-time.ts'
import { visibleText } from '../../shared/format/visible-text.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useCopy } from '../../shared/ui/CopyField.tsx'
import { eventWords } from './log-words.ts'
import type { LogLine } from './logs.queries.ts'

/** All details of an entry: full text, the device's message unchanged, and the rest as JSON. */
export function LogDetails({ line }: { line: LogLine }) {
  const { t } = useTranslation()
  const { outcome, copy } = useCopy(line.details ? JSON.stringify(line.details, null, 2) : line.text)
  const { sent, reasons, rest } = parted(t, line.details ?? {})
  const name = line.subject ? eventWords(t, line.text) : null
  return (
    <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      <Typography variant="body2" component="p">
        {[formatDateTimeWithSeconds(line.at), name && `${name} (${line.text})`, line.who && visibleText(line.who)]
          .filter(Boolean)
          .join(' · ')}
      </Typography>
      {!line.subject && <pre>{visibleText(line.text)}</pre>}
      {reasons && (
        <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5 }}>
          {reasons.map((reason) => (
            <li key={reason}>{visibleText(reason)}</li>
          ))}
        </Box>
      )}
      {sent !== null && (
        <Box>
          <Typography variant="body2" component="p" sx={{ color: 'text.secondary' }}>
            {t('logs.raw')}
          </Typography>
          <pre>{visibleText(sent)}</pre>
        </Box>
      )}
      {Object.keys(rest).length > 0 && <pre>{visibleText(JSON.stringify(rest, null, 2))}</pre>}
      <Box role="status" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Button
          size="small"
          onClick={copy}
          startIcon={<Icon path={outcome === 'copied' ? mdiCheck : mdiContentCopy} />}
        >
          {t('logs.copyMeta')}
        </Button>
        {outcome && (
          <Typography variant="body2" component="span">
            {t(outcome === 'copied' ? 'logs.metaCopied' : 'common.states.copyFailed')}
          </Typography>
        )}
      </Box>
    </Box>
  )
}

/** Separates the device's message and the refusal reasons from the other details (`rest`). */
function parted(t: TFunction, details: Readonly<Record<string, unknown>>) {
  const { raw, payload, reasons: why, ...others } = details
  const sent = raw ?? payload
  const reasons = refusalReasons(t, why)
  const rest = typeof sent === 'string' && (why === undefined || reasons) ? others : details
  return { sent: typeof sent === 'string' ? sent : null, reasons, rest }
}

/** Why a reading was refused; `logs.reasons` explains each reason. */
const KNOWN_REASONS = [
  'not_a_reading',
  'no_metric',
  'invalid_instant',
  'too_old',
  'implausible',
  'not_a_number',
  'not_decoded',
] as const

/** `ph: Sayı değil` for each field of an entry's `reasons`, `{ph: ['not_a_number']}`; null where they have another shape. */
function refusalReasons(t: TFunction, reasons: unknown): string[] | null {
  if (typeof reasons !== 'object' || reasons === null || Array.isArray(reasons)) return null
  const lines = Object.entries(reasons).map(([field, codes]) => {
    if (!Array.isArray(codes)) return null
    const words = codes.map((code: unknown) => {
      const known = KNOWN_REASONS.find((each) => each === code)
      return known ? t(`logs.reasons.${known}`) : typeof code === 'string' ? code : JSON.stringify(code)
    })
    // A reason of the whole reading, not of a field.
    return field === 'reading' ? words.join(', ') : `${field}: ${words.join(', ')}`
  })
  return lines.every((line) => line !== null) ? lines : null
}
