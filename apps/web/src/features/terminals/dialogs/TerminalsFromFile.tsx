import { TERMINAL_BULK_COLUMNS } from '@dalyan/contracts/bulk'
import { type TerminalsFromFile as Made, terminalsApi } from '@dalyan/contracts/terminals'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { BulkDialog } from '../../../shared/bulk/BulkDialog.tsx'
import { KeysDialog } from './KeysDialog.tsx'

interface Props {
  /** Terminals were created; the dialog stays open with their keys. */
  onCreated: () => void
  onClose: () => void
}

/** Creates terminals from a table, then shows their keys, for the only time. */
export function TerminalsFromFile({ onCreated, onClose }: Props) {
  const { t } = useTranslation()
  const [keys, setKeys] = useState<Made['keys']>()
  if (keys) return <KeysDialog keys={keys} onClose={onClose} />
  return (
    <BulkDialog
      kind="terminals"
      columns={TERMINAL_BULK_COLUMNS}
      hint={(field) => t(`bulk.terminals.hints.${field}`)}
      example={[
        { code: 'T-0001', status: t('terminals.status.active'), expected_interval_seconds: '60' },
        { code: 'T-0002', status: t('terminals.status.inactive') },
      ]}
      send={(body, signal) => call(terminalsApi.createFromFile, { body }, signal)}
      onCreated={(made) => {
        onCreated()
        setKeys(made.keys ?? [])
      }}
      onClose={onClose}
    />
  )
}
