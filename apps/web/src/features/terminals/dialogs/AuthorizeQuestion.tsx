import type { Terminal } from '@dalyan/contracts/terminals'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { formatDateTimeWithSeconds } from '../../../shared/format/date-time.ts'

interface Props {
  terminal: Terminal
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Authorizes a waiting device; shows its address and the fingerprint of its key. */
export function AuthorizeQuestion({ terminal, onConfirm, onClose }: Props) {
  const { t } = useTranslation()
  const { code, ip_address, key_fingerprint, first_try_at, last_try_at } = terminal
  const facts = [
    [t('terminals.fields.ipAddress'), ip_address],
    [t('terminals.fields.fingerprint'), key_fingerprint],
    [t('terminals.fields.firstTry'), first_try_at && formatDateTimeWithSeconds(first_try_at)],
    [t('terminals.fields.lastTry'), last_try_at && formatDateTimeWithSeconds(last_try_at)],
  ] as const
  return (
    <ConfirmDialog
      harmless
      title={t('terminals.actions.authorizeTitle', { code })}
      body={
        <Box sx={{ display: 'grid', gap: 2 }}>
          {t('terminals.actions.authorizeBody')}
          <Box
            component="dl"
            sx={{ m: 0, '& dt': { color: 'text.secondary', fontSize: '0.875rem' }, '& dd': { m: 0, mb: 1 } }}
          >
            {facts.map(([label, value]) => (
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
