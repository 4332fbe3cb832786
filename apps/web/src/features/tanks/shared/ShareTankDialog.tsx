import { DisplayLinkInput, displayLinksApi } from '@dalyan/contracts/display-links'
import type { Instant } from '@dalyan/contracts/instant'
import type { Tank } from '@dalyan/contracts/tanks'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { reachable } from '../../../shared/browser/reachable.ts'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { contractProblems } from '../../../shared/form/form-problems.ts'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { FormSelect } from '../../../shared/form/FormSelect.tsx'
import { FormText } from '../../../shared/form/FormText.tsx'
import { readTypedTime } from '../../../shared/form/typed-time.ts'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { DISPLAY_LINKS_KEY, DisplayLinkList } from '../../settings/public/DisplayLinkList.tsx'
import { LinkAddress, type MadeLink } from '../../settings/public/LinkAddress.tsx'

const DAY_MS = 86_400_000
/** Days; null: a date that the user types. */
const LENGTHS = { '1': 1, '7': 7, '30': 30, '365': 365, own: null } as const
type Length = keyof typeof LENGTHS

interface ShareFormValues {
  name: string
  length: Length
  /** The typed end, for a length that is not in the list. */
  expires_at: string
}

interface CreatedTankLink extends MadeLink {
  expires_at: Instant
}

interface Props {
  tank: Tank
  onClose: () => void
}

/** Creates a public link of a tank, and shows its address for the only time; lists the links that the tank has. */
export function ShareTankDialog({ tank, onClose }: Props) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const [made, setMade] = useState<CreatedTankLink | null>(null)
  if (made) {
    const warning = t('displayLinks.share.once', { time: formatDateTime(made.expires_at) })
    return <LinkAddress {...made} warning={warning} onClose={onClose} />
  }
  const bodyOf = ({ name, length, expires_at }: ShareFormValues): DisplayLinkInput => {
    const days = LENGTHS[length]
    const end = days === null ? readTypedTime(expires_at) : new Date(serverNow() + days * DAY_MS).toISOString()
    return { name: name.trim(), firm_id: null, tank_id: tank.id, expires_at: end ?? '' }
  }
  const lengths = [
    ...([1, 7, 30] as const).map((count) => ({ value: String(count), label: t('displayLinks.share.days', { count }) })),
    { value: '365', label: t('displayLinks.share.year') },
    { value: 'own', label: t('displayLinks.share.own') },
  ]
  return (
    <FormDialog<ShareFormValues, CreatedTankLink>
      title={t('displayLinks.share.title', { code: tank.code })}
      submit={t('displayLinks.submit')}
      failed={t('displayLinks.saveFailed')}
      defaults={{ name: '', length: '7', expires_at: '' }}
      check={(values) => contractProblems(DisplayLinkInput, bodyOf(values))}
      save={async (values) => {
        const body = bodyOf(values)
        const { url } = await call(displayLinksApi.create, { body })
        return { name: body.name, url: reachable(url), expires_at: body.expires_at ?? '' }
      }}
      onSaved={(link) => {
        setMade(link)
        void cache.invalidateQueries({ queryKey: DISPLAY_LINKS_KEY })
      }}
      onClose={onClose}
    >
      <Quiet small>{t('displayLinks.share.hint')}</Quiet>
      <FormText
        name="name"
        label={t('displayLinks.share.name')}
        hint={t('displayLinks.share.nameHint')}
        maxLength={120}
        required
        autoFocus
      />
      <FormSelect name="length" label={t('displayLinks.share.validFor')} options={lengths} />
      <OwnEnd />
      <Box>
        <Typography variant="h3" sx={{ mb: 0.5 }}>
          {t('displayLinks.share.existing')}
        </Typography>
        <DisplayLinkList tankId={tank.id} />
      </Box>
    </FormDialog>
  )
}

/** The field of an end that no length of the list has. */
function OwnEnd() {
  const { t } = useTranslation()
  const length = useWatch<ShareFormValues, 'length'>({ name: 'length' })
  if (length !== 'own') return null
  return (
    <FormText
      name="expires_at"
      label={t('displayLinks.share.until')}
      hint={t('displayLinks.share.untilHint')}
      required
    />
  )
}
