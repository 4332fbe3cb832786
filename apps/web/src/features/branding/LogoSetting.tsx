import { type Branding, brandingApi, LOGO_MAX_BYTES } from '@dalyan/contracts/branding'
import { PICTURE_TYPES } from '@dalyan/contracts/pictures'
import { mdiImageOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refusalText } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { readAddress } from '../../shared/browser/read-address.ts'
import { brandingQueries } from './public/branding.queries.ts'
import { FileButton } from '../../shared/ui/FileButton.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'
import { WriteButton } from '../../shared/ui/WriteButton.tsx'
import { Quiet } from '../../shared/ui/Quiet.tsx'
import { LogoPlates } from './LogoPlates.tsx'

interface Props {
  /** Address of the present picture; null: none. */
  logo: string | null
  /** The chosen picture, not saved yet, as a `data:` address. */
  chosen: string | null
  onChosen: (picture: string | null) => void
  onSaved: (branding: Branding) => void
}

/** Chooses a logo, shows it on both backgrounds and saves it; removing it restores the product's own. */
export function LogoSetting({ logo, chosen, onChosen, onSaved }: Props) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const show = useSnackbar()
  const [unread, setUnread] = useState<string>()
  const saving = useMutation({
    mutationFn: async (picture: string) =>
      (await call(brandingApi.setLogo, { body: { image: picture.slice(picture.indexOf(',') + 1) } })).data,
    onSuccess: (branding) => {
      onSaved(branding)
      onChosen(null)
      show(t('settings.branding.logoSaved'))
    },
  })
  const removing = useMutation({
    mutationFn: async () => {
      await call(brandingApi.removeLogo)
      await cache.refetchQueries({ queryKey: brandingQueries.config().queryKey })
    },
    onSuccess: () => show(t('settings.branding.logoRemoved')),
  })

  async function take(file: File): Promise<void> {
    saving.reset()
    removing.reset()
    const problem = file.size > LOGO_MAX_BYTES ? t('settings.branding.logoTooLarge') : undefined
    const picture = problem === undefined ? await readAddress(file) : null
    setUnread(problem ?? (picture === null ? t('settings.branding.logoUnreadable') : undefined))
    onChosen(picture)
  }
  const failure = saving.error ?? removing.error
  const problem = unread ?? (failure ? refusalText(failure) : undefined)
  const shown = chosen ?? logo
  const isOwn = logo?.startsWith('/api/') === true
  return (
    <Box role="group" aria-label={t('settings.branding.logo')} sx={{ display: 'grid', gap: 1.5, maxWidth: 560 }}>
      <Typography variant="h3">{t('settings.branding.logo')}</Typography>
      {shown !== null && <LogoPlates name={t('settings.branding.logo')} value={shown} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <FileButton
          label={t('settings.branding.chooseLogo')}
          accept={PICTURE_TYPES.join(',')}
          variant="outlined"
          startIcon={<Icon path={mdiImageOutline} />}
          onFile={(file) => void take(file)}
        />
        {chosen !== null && (
          <>
            <WriteButton
              variant="contained"
              aria-disabled={saving.isPending}
              onClick={() => !saving.isPending && saving.mutate(chosen)}
            >
              {saving.isPending ? t('common.states.saving') : t('settings.branding.saveLogo')}
            </WriteButton>
            <Button onClick={() => onChosen(null)}>{t('common.actions.cancel')}</Button>
          </>
        )}
        {chosen === null && isOwn && (
          <WriteButton aria-disabled={removing.isPending} onClick={() => !removing.isPending && removing.mutate()}>
            {t('settings.branding.removeLogo')}
          </WriteButton>
        )}
      </Box>
      {problem === undefined ? (
        <Quiet small>{t('settings.branding.logoHint')}</Quiet>
      ) : (
        <Typography role="alert" variant="body2" sx={({ tokens: { palette } }) => ({ color: palette.error.text })}>
          {problem}
        </Typography>
      )}
    </Box>
  )
}
