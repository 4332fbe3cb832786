import { mdiFingerprint } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import passkeys from '../../../locales/tr/passkeys.json' with { type: 'json' }
import { addWords } from '../../../shared/i18n/add-words.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { loginByPasskey, passkeyObstacle, passkeyProblem } from './passkeys.ts'

addWords({ passkeys })

/** Before the server's challenge is over, after five minutes. */
const OFFER_MS = 4 * 60_000

interface Props {
  /** The user has asked for it by a click, so it begins at once. */
  isAsked: boolean
  onSignedIn: () => void
}

/** Signs in by a passkey: by its button, and in the field of the email address where the browser offers that. */
export function PasskeyLogin({ isAsked, onSignedIn }: Props) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const obstacle = passkeyObstacle()
  const offer = useRef<AbortController>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      // A browser waits for one answer at a time.
      offer.current?.abort()
      await loginByPasskey(cache)
    },
    onSuccess: onSignedIn,
  })
  const entered = useRef(onSignedIn)
  useEffect(() => {
    entered.current = onSignedIn
  }, [onSignedIn])

  useEffect(() => {
    if (obstacle !== null) return undefined
    if (isAsked) {
      mutate()
      return undefined
    }
    const offerInField = () => {
      offer.current?.abort()
      offer.current = new AbortController()
      loginByPasskey(cache, { mediation: 'conditional', signal: offer.current.signal }).then(
        () => entered.current(),
        // The user did not ask for it, so no failure is shown: the button is there.
        () => undefined,
      )
    }
    let timer: ReturnType<typeof setInterval> | undefined
    let isGone = false
    void PublicKeyCredential.isConditionalMediationAvailable?.().then((isAvailable) => {
      if (!isAvailable || isGone) return
      offerInField()
      timer = setInterval(offerInField, OFFER_MS)
    })
    return () => {
      isGone = true
      clearInterval(timer)
      offer.current?.abort()
    }
  }, [cache, isAsked, mutate, obstacle])

  if (obstacle !== null) return <Alert severity="info">{t(`passkeys.needs.${obstacle}`)}</Alert>
  return (
    <Stack spacing={1}>
      {error && <Alert severity="warning">{passkeyProblem(t, error)}</Alert>}
      <Button
        variant="outlined"
        size="large"
        startIcon={<Icon path={mdiFingerprint} />}
        aria-disabled={isPending}
        onClick={() => {
          if (!isPending) mutate()
        }}
        sx={{ minHeight: 44 }}
      >
        {isPending ? t('passkeys.waiting') : t('auth.passkey')}
      </Button>
    </Stack>
  )
}
