import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { may } from '../../shared/session/permissions.ts'
import { useUser } from '../../shared/session/user-context.ts'
import { firmQueries } from '../records/public/firms.queries.ts'

interface Props {
  /** Id. */
  firm: number | undefined
  onPick: (firm: number | undefined) => void
}

const ALL = 'all'

/** Only one firm's tanks: offered to those who run several; others see it where the address names one, to leave it. */
export function FirmFilter({ firm, onPick }: Props) {
  const { t } = useTranslation()
  const user = useUser()
  const mayChoose = may(user, 'firms.manage')
  const firms = useQuery({ ...firmQueries.options(), enabled: mayChoose })
  if (!mayChoose && firm === undefined) return null
  const known = mayChoose ? (firms.data ?? []) : user.firm ? [user.firm] : []
  const isKnown = known.some(({ id }) => id === firm)
  return (
    <TextField
      select
      size="small"
      label={t('alarmPage.fields.firm')}
      value={firm ?? ALL}
      onChange={({ target }) => onPick(target.value === ALL ? undefined : Number(target.value))}
      sx={{ minWidth: 160, maxWidth: { sm: 240 }, flex: { xs: '1 1 160px', sm: '0 1 auto' } }}
    >
      <MenuItem value={ALL}>{t('alarmPage.allFirms')}</MenuItem>
      {firm !== undefined && !isKnown && <MenuItem value={firm}>#{firm}</MenuItem>}
      {known.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}
