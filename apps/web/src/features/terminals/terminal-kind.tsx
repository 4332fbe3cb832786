import { type Terminal, terminalsApi } from '@dalyan/contracts/terminals'
import Box from '@mui/material/Box'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDateTimeWithSeconds } from '../../shared/format/date-time.ts'
import { formatNumber } from '../../shared/format/number.ts'
import { recordKind } from '../../shared/resource/record-kind.ts'
import { recordFields } from '../../shared/resource/record-values.tsx'
import { LastSeen } from '../../shared/ui/AgeText.tsx'
import type { RecordField } from '../../shared/ui/RecordFields.tsx'
import { RouterLink } from '../../shared/ui/links.tsx'
import { ConnectionText } from '../records/public/ConnectionText.tsx'
import { tankKeys } from '../records/public/tanks.queries.ts'
import { terminalQueries } from '../records/public/terminals.queries.ts'
import { batteryText, intervalText, signalText, TerminalValues } from './health-values.tsx'

export const terminalKind = recordKind({
  name: 'terminals',
  api: terminalsApi,
  queries: terminalQueries,
  alsoChanged: [tankKeys.all],
  show: {
    connection: ({ connection }) => <ConnectionText connection={connection} />,
    last_seen_at: ({ last_seen_at }) => <LastSeen at={last_seen_at} />,
    tank: ({ tank }) => tank && <TerminalTank tank={tank} />,
    refused_count: ({ refused_count }) => formatNumber(refused_count),
    first_try_at: ({ first_try_at }) => first_try_at && formatDateTimeWithSeconds(first_try_at),
    last_try_at: ({ last_try_at }) => last_try_at && formatDateTimeWithSeconds(last_try_at),
    values: ({ values }) => <TerminalValues values={values} />,
    interval_seconds: intervalText,
    battery: batteryText,
    signal: signalText,
    unknown_keys: ({ unknown_keys }) => <UnknownKeys values={unknown_keys} />,
  },
})

/** All fields of a terminal, for its dialog and its own page. */
export function terminalFields(terminal: Terminal, t: TFunction): RecordField[] {
  return recordFields(
    terminalKind,
    [
      'status',
      ...(terminal.suspended_until ? (['suspended_until'] as const) : []),
      'connection',
      'last_seen_at',
      'tank',
      'ip_address',
      ...(terminal.device_eui === null ? [] : (['device_eui'] as const)),
      'key_profile',
      'values',
      'interval_seconds',
      'battery',
      'signal',
      'expected_interval_seconds',
      'offline_after_seconds',
      'refused_count',
      ...(terminal.status === 'unauthorized' ? (['key_fingerprint', 'first_try_at', 'last_try_at'] as const) : []),
      'unknown_keys',
      'last_modified_by',
      'created_at',
      'updated_at',
    ],
    terminal,
    t,
  )
}

/** The tank of a terminal, linked to its page. */
export function TerminalTank({ tank }: { tank: NonNullable<Terminal['tank']> }) {
  return (
    <RouterLink
      to="/tanks/$id"
      params={{ id: String(tank.id) }}
      lang="en"
      title={tank.name}
      underline="hover"
      sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 32, whiteSpace: 'nowrap' }}
    >
      {tank.code}
    </RouterLink>
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
