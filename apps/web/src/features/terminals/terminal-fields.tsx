import type { Terminal } from '@dalyan/contracts/terminals'
import Box from '@mui/material/Box'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatDateTimeWithSeconds } from '../../shared/format/date-time.ts'
import { formatNumber } from '../../shared/format/number.ts'
import type { RecordField } from '../../shared/ui/RecordFields.tsx'
import { ConnectionText } from '../records/public/ConnectionText.tsx'
import { LastSeen } from '../../shared/ui/LastSeen.tsx'
import { TerminalStatusChip } from './TerminalStatusChip.tsx'
import { TerminalTank } from './TerminalTank.tsx'

/** All fields of a terminal, for its dialog and its own page. */
export function terminalFields(terminal: Terminal, t: TFunction): RecordField[] {
  const { status, suspended_until, first_try_at, last_try_at, key_fingerprint } = terminal
  const isWaiting = status === 'unauthorized'
  return [
    { label: t('terminals.fields.status'), value: <TerminalStatusChip status={status} /> },
    ...(suspended_until ? [{ label: t('common.fields.suspendedUntil'), value: formatDateTime(suspended_until) }] : []),
    { label: t('terminals.fields.connection'), value: <ConnectionText connection={terminal.connection} /> },
    { label: t('terminals.fields.lastSeen'), value: <LastSeen at={terminal.last_seen_at} /> },
    { label: t('terminals.fields.tank'), value: terminal.tank && <TerminalTank tank={terminal.tank} /> },
    { label: t('terminals.fields.ipAddress'), value: terminal.ip_address },
    { label: t('terminals.fields.expectedInterval'), value: terminal.expected_interval_seconds },
    { label: t('terminals.fields.offlineAfter'), value: terminal.offline_after_seconds },
    { label: t('terminals.fields.refusedCount'), value: formatNumber(terminal.refused_count) },
    ...(isWaiting
      ? [
          { label: t('terminals.fields.fingerprint'), value: key_fingerprint },
          { label: t('terminals.fields.firstTry'), value: first_try_at && formatDateTimeWithSeconds(first_try_at) },
          { label: t('terminals.fields.lastTry'), value: last_try_at && formatDateTimeWithSeconds(last_try_at) },
        ]
      : []),
    { label: t('terminals.fields.unknownKeys'), value: <UnknownKeys values={terminal.unknown_keys} /> },
    { label: t('terminals.fields.lastModifiedBy'), value: terminal.last_modified_by?.name },
    { label: t('terminals.fields.createdAt'), value: formatDateTime(terminal.created_at) },
    { label: t('terminals.fields.updatedAt'), value: formatDateTime(terminal.updated_at) },
  ]
}

/** Keys of the device that name no metric, with their last value: text of a device, shown as text. */
function UnknownKeys({ values }: { values: Terminal['unknown_keys'] }) {
  const { t } = useTranslation()
  const entries = Object.entries(values)
  if (entries.length === 0) return t('common.fields.none')
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', fontFamily: 'monospace', fontSize: '0.875rem' }}>
      {entries.map(([key, value]) => (
        <li key={key}>
          {key}: {JSON.stringify(value)}
        </li>
      ))}
    </Box>
  )
}
