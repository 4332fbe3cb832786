import type { Terminal } from '@dalyan/contracts/terminals'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { recordFields } from '../../../shared/resource/record-values.tsx'
import { terminalKind } from '../terminal-kind.tsx'

interface Props {
  terminal: Terminal
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Authorizes a waiting device; shows its address, and the fingerprint of its key or its LoRaWAN address. */
export function AuthorizeQuestion({ terminal, onConfirm, onClose }: Props) {
  const { t } = useTranslation()
  const isLorawan = terminal.device_eui !== null && terminal.key_fingerprint === null
  const facts = recordFields(
    terminalKind,
    ['ip_address', isLorawan ? 'device_eui' : 'key_fingerprint', 'first_try_at', 'last_try_at'],
    terminal,
    t,
  )
  return (
    <ConfirmDialog
      harmless
      title={t('terminals.actions.authorizeTitle', { code: terminal.code })}
      body={
        <Box sx={{ display: 'grid', gap: 2 }}>
          {isLorawan ? t('terminals.actions.authorizeLorawan') : t('terminals.actions.authorizeBody')}
          <Box
            component="dl"
            sx={{ m: 0, '& dt': { color: 'text.secondary', fontSize: '0.875rem' }, '& dd': { m: 0, mb: 1 } }}
          >
            {facts.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <Box component="dd" sx={{ overflowWrap: 'anywhere', fontFamily: 'monospace' }}>
                  {value ?? t('common.fields.none')}
                </Box>
              </div>
            ))}
          </Box>
        </Box>
      }
      confirm={t('terminals.actions.authorize')}
      failed={t('terminals.messages.saveFailed')}
      onClose={onClose}
      onConfirm={onConfirm}
    />
  )
}
