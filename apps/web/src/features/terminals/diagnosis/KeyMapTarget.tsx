import type { Diagnosis } from '@dalyan/contracts/diagnosis'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { keyProfileQueries } from '../key-profiles/key-profiles.queries.ts'

const NAMED_CODES = 5

/** Where a name is mapped: on the terminal alone, in a profile by its id, or in a new one. */
export interface KeyMapTarget {
  savedIn: 'terminal' | 'new' | number
  /** Of a new profile. */
  name: string
  /** Other terminals that send the same name get it too. */
  forAll: boolean
}

/** Other terminals that the target may include; those that use the profile get its names anyway. */
export function otherTerminals({ same_names }: Diagnosis, { savedIn }: KeyMapTarget): Diagnosis['same_names'] {
  return same_names.filter(({ key_profile_id }) => key_profile_id === null || key_profile_id !== savedIn)
}

interface Props {
  diagnosis: Diagnosis
  target: KeyMapTarget
  onChange: (target: KeyMapTarget) => void
}

/** Asks where names are mapped, and says for how many terminals. */
export function KeyMapTargetFields({ diagnosis, target, onChange }: Props) {
  const { t } = useTranslation()
  const profiles = useQuery(keyProfileQueries.options()).data ?? []
  const own = diagnosis.key_profile
  const chosen = profiles.find(({ id }) => id === target.savedIn)
  const others = otherTerminals(diagnosis, target)
  const isOther = chosen && chosen.id !== own?.id
  const users = chosen ? chosen.terminals_count + (isOther ? 1 : 0) : 1
  const concerned = users + (target.forAll ? others.length : 0)
  const change = (part: Partial<KeyMapTarget>) => onChange({ ...target, ...part })
  return (
    <Box sx={{ display: 'grid', gap: 0.5, mt: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '12px' }}>
        <TextField
          select
          size="small"
          label={t('diagnosis.names.target')}
          value={chosen || typeof target.savedIn === 'string' ? target.savedIn : ''}
          onChange={({ target: { value } }) => change({ savedIn: value as unknown as KeyMapTarget['savedIn'] })}
          sx={{ flex: '0 1 320px', minWidth: 0 }}
        >
          <MenuItem value="terminal">{t('diagnosis.names.onlyThis')}</MenuItem>
          {profiles.map(({ id, name, terminals_count: count }) => (
            <MenuItem key={id} value={id}>
              {t('diagnosis.names.profile', { name, count })}
            </MenuItem>
          ))}
          <MenuItem value="new">{t('diagnosis.names.newProfile')}</MenuItem>
        </TextField>
        {target.savedIn === 'new' && (
          <TextField
            size="small"
            required
            label={t('diagnosis.names.profileName')}
            value={target.name}
            onChange={({ target: { value } }) => change({ name: value })}
            slotProps={{ htmlInput: { maxLength: 120, autoComplete: 'off' } }}
            sx={{ flex: '0 1 260px', minWidth: 0 }}
          />
        )}
        <span role="status">{t('diagnosis.names.concerns', { count: concerned })}</span>
      </Box>
      {own && (target.savedIn === 'new' || isOther) && (
        <Quiet small>{t('diagnosis.names.profileChanges', { name: own.name })}</Quiet>
      )}
      {others.length > 0 && (
        <FormControlLabel
          control={<Checkbox checked={target.forAll} onChange={(_, forAll) => change({ forAll })} />}
          label={t('diagnosis.names.forAll', {
            count: others.length,
            codes: others
              .slice(0, NAMED_CODES)
              .map(({ code }) => code)
              .join(', '),
          })}
        />
      )}
    </Box>
  )
}
