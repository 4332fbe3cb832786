import { terminalsApi } from '@dalyan/contracts/terminals'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'

interface Props {
  id: number
  code: string
  onIssued: (key: string) => void
  onClose: () => void
}

/** Makes a new key; the old one stays valid for a week, or ends at once. */
export function RotateKey({ id, code, onIssued, onClose }: Props) {
  const { t } = useTranslation()
  const [revokesOld, setRevokesOld] = useState(false)
  return (
    <ConfirmDialog
      harmless={!revokesOld}
      title={t('terminals.key.rotateTitle', { code })}
      body={
        <Box sx={{ display: 'grid', gap: 1 }}>
          {t('terminals.key.rotateBody')}
          <FormControlLabel
            label={t('terminals.key.revokeOld')}
            control={<Checkbox checked={revokesOld} onChange={(_, checked) => setRevokesOld(checked)} />}
          />
        </Box>
      }
      confirm={t('terminals.key.rotateConfirm')}
      failed={t('terminals.key.rotateFailed')}
      onClose={onClose}
      onConfirm={async () => {
        const { key } = await call(terminalsApi.rotateKey, { params: { id }, body: { revoke_old: revokesOld } })
        onIssued(key)
      }}
    />
  )
}
