import { TANK_BULK_COLUMNS } from '@dalyan/contracts/bulk'
import { tanksApi } from '@dalyan/contracts/tanks'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { BulkDialog } from '../../../shared/bulk/BulkDialog.tsx'

interface Props {
  /** Called with a confirmation that has their number. */
  onCreated: (message: string) => void
  onClose: () => void
}

/** Creates tanks from a table. */
export function TanksFromFile({ onCreated, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <BulkDialog
      kind="tanks"
      columns={TANK_BULK_COLUMNS}
      hint={(field) => t(`bulk.tanks.hints.${field}`)}
      example={[
        {
          code: 'TNK-001',
          name: 'Levrek larva 1',
          status: t('tanks.status.inactive'),
          province: 'İzmir',
          district: 'Urla',
        },
        { code: 'TNK-002', name: 'Levrek larva 2', status: t('tanks.status.inactive'), location: 'A' },
      ]}
      send={(body, signal) => call(tanksApi.createFromFile, { body }, signal)}
      onCreated={({ created }) => onCreated(t('bulk.tanks.created', { count: created }))}
      onClose={onClose}
    />
  )
}
