import type { Terminal } from '@dalyan/contracts/terminals'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { RecordDialog } from '../../../shared/form/RecordDialog.tsx'
import { formatDateTime, formatDateTimeWithSeconds } from '../../../shared/format/date-time.ts'
import { formatNumber } from '../../../shared/format/number.ts'
import { ConnectionText } from '../ConnectionText.tsx'
import { LastSeen } from '../LastSeen.tsx'
import { TerminalStatusChip } from '../TerminalStatusChip.tsx'
import { TerminalTank } from '../TerminalTank.tsx'

interface Props {
  terminal: Terminal
  onOpen: (dialog: 'edit' | 'authorize', id: number) => void
  onClose: () => void
}

/** A terminal to read: how it is heard, what it sends that nobody knows, and who changed it last. */
export function TerminalView({ terminal, onOpen, onClose }: Props) {
  const { t } = useTranslation()
  const { id, status, suspended_until, first_try_at, last_try_at, key_fingerprint } = terminal
  const isWaiting = status === 'unauthorized'
  return (
    <RecordDialog
      title={t('terminals.viewTitle', { code: terminal.code })}
      actions={
        <>
          {isWaiting && <Button onClick={() => onOpen('authorize', id)}>{t('terminals.actions.authorize')}</Button>}
          {status !== 'deleted' && <Button onClick={() => onOpen('edit', id)}>{t('common.actions.edit')}</Button>}
        </>
      }
      onClose={onClose}
      fields={[
        { label: t('terminals.fields.status'), value: <TerminalStatusChip status={status} /> },
        ...(suspended_until
          ? [{ label: t('common.fields.suspendedUntil'), value: formatDateTime(suspended_until) }]
          : []),
        { label: t('terminals.fields.connection'), value: <ConnectionText connection={terminal.connection} /> },
        { label: t('terminals.fields.lastSeen'), value: <LastSeen at={terminal.last_seen_at} /> },
        { label: t('terminals.fields.tank'), value: terminal.tank && <TerminalTank tank={terminal.tank} /> },
        { label: t('terminals.fields.ipAddress'), value: terminal.ip_address },
        { label: t('terminals.fields.expectedInterval'), value: terminal.expected_interval_seconds },
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
      ]}
    >
      {status === 'deleted' && <Alert severity="info">{t('common.states.readOnlyDeleted')}</Alert>}
    </RecordDialog>
  )
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
