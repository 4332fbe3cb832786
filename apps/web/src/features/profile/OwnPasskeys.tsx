import { type Passkey, passkeysApi } from '@dalyan/contracts/passkeys'
import { mdiFingerprint } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import passkeyWords from '../../locales/tr/passkeys.json' with { type: 'json' }
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { ConfirmDialog } from '../../shared/form/ConfirmDialog.tsx'
import { FormDialog } from '../../shared/form/FormDialog.tsx'
import { FormText } from '../../shared/form/FormText.tsx'
import { formatDateTime } from '../../shared/format/date-time.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import { DividedItem } from '../../shared/ui/DividedItem.tsx'
import { QueryError } from '../../shared/ui/ErrorAlert.tsx'
import { TitledCard } from '../../shared/ui/PageSection.tsx'
import { Quiet } from '../../shared/ui/Quiet.tsx'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'
import { WriteButton } from '../../shared/ui/WriteButton.tsx'
import { addPasskey, passkeyObstacle, passkeyProblem } from '../auth/public/passkeys.ts'

addWords({ passkeys: passkeyWords })

const ownPasskeys = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call(passkeysApi.list, undefined, signal),
})

/** The passkeys of this account, with a button that makes one of this device. */
export function OwnPasskeys() {
  const { t } = useTranslation()
  const show = useSnackbar()
  const cache = useQueryClient()
  const passkeys = useQuery(ownPasskeys)
  const [isAdding, setIsAdding] = useState(false)
  const [leaving, setLeaving] = useState<Passkey | null>(null)
  const obstacle = passkeyObstacle()
  const refresh = () => cache.invalidateQueries({ queryKey: ownPasskeys.queryKey })
  const browserOf = ({ browser }: Passkey) => browser ?? t('passkeys.unknownBrowser')
  return (
    <TitledCard icon={mdiFingerprint} title={t('passkeys.title')}>
      <Quiet small>{t('passkeys.hint')}</Quiet>
      {passkeys.isPending && <Skeleton variant="rounded" height={48} />}
      <QueryError query={passkeys} title={t('passkeys.loadFailed')} />
      {passkeys.data?.data.length === 0 && <Typography sx={{ mt: 1 }}>{t('passkeys.empty')}</Typography>}
      <Box component="ul" aria-label={t('passkeys.list')} sx={{ my: 1, mx: 0, p: 0, listStyle: 'none' }}>
        {passkeys.data?.data.map((passkey) => {
          const { id, created_at, last_used_at } = passkey
          const browser = browserOf(passkey)
          return (
            <DividedItem key={id}>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
                <Typography variant="h3" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                  {browser}
                </Typography>
                <WriteButton
                  variant="outlined"
                  size="small"
                  aria-label={t('passkeys.removeOf', { browser, time: formatDateTime(created_at) })}
                  onClick={() => setLeaving(passkey)}
                >
                  {t('passkeys.remove')}
                </WriteButton>
              </Box>
              <Quiet small>
                {last_used_at === null
                  ? t('passkeys.neverUsed')
                  : t('passkeys.lastUsed', { time: formatDateTime(last_used_at) })}
                {' · '}
                {t('passkeys.created', { time: formatDateTime(created_at) })}
              </Quiet>
            </DividedItem>
          )
        })}
      </Box>
      {obstacle === null ? (
        <WriteButton variant="outlined" onClick={() => setIsAdding(true)}>
          {t('passkeys.add')}
        </WriteButton>
      ) : (
        <Alert severity="info">{t(`passkeys.needs.${obstacle}`)}</Alert>
      )}
      {isAdding && (
        <AddPasskey
          onAdded={() => {
            setIsAdding(false)
            show(t('passkeys.added'))
            void refresh()
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
      {leaving && (
        <ConfirmDialog
          title={t('passkeys.removeTitle')}
          body={t('passkeys.removeBody', { browser: browserOf(leaving) })}
          confirm={t('passkeys.removeConfirm')}
          onClose={() => setLeaving(null)}
          onConfirm={async () => {
            await call(passkeysApi.remove, { params: { id: leaving.id } })
            setLeaving(null)
            show(t('passkeys.removed'))
            await refresh()
          }}
        />
      )}
    </TitledCard>
  )
}

function AddPasskey({ onAdded, onClose }: { onAdded: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <FormDialog<{ password: string }, Passkey>
      title={t('passkeys.add')}
      submit={t('passkeys.addConfirm')}
      failed={t('passkeys.addFailed')}
      defaults={{ password: '' }}
      check={({ password }): Record<string, string> =>
        password === '' ? { password: t('auth.passwordRequired') } : {}
      }
      save={({ password }) =>
        addPasskey(password).catch((error: Error) => {
          throw error instanceof ApiError ? error : new ApiError(422, 'invalid', passkeyProblem(t, error))
        })
      }
      onSaved={onAdded}
      onClose={onClose}
    >
      <FormText
        name="password"
        type="password"
        autoComplete="current-password"
        label={t('passkeys.password')}
        hint={t('passkeys.passwordHint')}
        required
      />
    </FormDialog>
  )
}
