import { type Tank, tanksApi } from '@dalyan/contracts/tanks'
import Box from '@mui/material/Box'
import type { TFunction } from 'i18next'
import { Fragment } from 'react'
import { recordKind } from '../../shared/resource/record-kind.ts'
import { recordFields } from '../../shared/resource/record-values.tsx'
import type { RecordField } from '../../shared/ui/RecordFields.tsx'
import { tankQueries } from '../records/public/tanks.queries.ts'
import { terminalKeys } from '../records/public/terminals.queries.ts'
import { TankLastReading } from './TankLastReading.tsx'
import { TankValues } from './TankValues.tsx'

export const tankKind = recordKind({
  name: 'tanks',
  api: tanksApi,
  queries: tankQueries,
  alsoChanged: [terminalKeys.all],
  show: {
    condition: (tank) => <TankValues tank={tank} />,
    last_measurement: (tank) => <TankLastReading tank={tank} />,
    iots: ({ iots }) => (iots.length > 0 ? <Codes codes={iots.map(({ code }) => code)} /> : null),
  },
})

/** All fields of a tank, for its dialog and its own page. */
export function tankFields(tank: Tank, t: TFunction): RecordField[] {
  return recordFields(
    tankKind,
    [
      'code',
      'name',
      'status',
      ...(tank.suspended_until ? (['suspended_until'] as const) : []),
      'firm',
      'range_template',
      'iots',
      'province',
      'district',
      'location',
      'address',
      'notes',
      'last_modified_by',
      'last_action_at',
      'created_at',
      'updated_at',
    ],
    tank,
    t,
  )
}

/** Codes separated by commas; a line may break between two, never within one. */
function Codes({ codes }: { codes: readonly string[] }) {
  return codes.map((code, index) => (
    <Fragment key={code}>
      {index > 0 && ', '}
      <Box component="span" lang="en" sx={{ whiteSpace: 'nowrap' }}>
        {code}
      </Box>
    </Fragment>
  ))
}
