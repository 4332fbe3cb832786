import { type KeyProfile, keyProfilesApi } from '@dalyan/contracts/key-profiles'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../shared/format/number.ts'
import { visibleText } from '../../../shared/format/visible-text.ts'
import { recordKind } from '../../../shared/resource/record-kind.ts'
import { RouterLink } from '../../../shared/ui/links.tsx'
import { tankKeys } from '../../records/public/tanks.queries.ts'
import { terminalKeys } from '../../records/public/terminal-keys.ts'
import { keyProfileQueries } from './key-profiles.queries.ts'
import { ruleText } from './KeyRuleFields.tsx'
import { QualityText } from './QualityField.tsx'

const SHOWN_NAMES = 4

export const keyProfileKind = recordKind({
  name: 'keyProfiles',
  hasFiles: true,
  api: keyProfilesApi,
  queries: keyProfileQueries,
  // Each terminal shows its profile, and a tank derives values by it.
  alsoChanged: [terminalKeys.all, tankKeys.all],
  show: {
    map: ({ map }) => <MappedNames map={map} />,
    quality: ({ quality }) => <QualityText quality={quality} />,
    terminals_count: (profile) => <TerminalsLink profile={profile} />,
  },
})

/** `temp, EC, PH +2`: the names of a profile; they come from users, who may have copied them from devices. */
export function namesText({ map }: Pick<KeyProfile, 'map'>): string {
  const names = Object.keys(map)
  const shown = names.slice(0, SHOWN_NAMES).map(visibleText).join(', ')
  return names.length > SHOWN_NAMES ? `${shown} +${names.length - SHOWN_NAMES}` : shown
}

function MappedNames({ map }: Pick<KeyProfile, 'map'>) {
  const { t } = useTranslation()
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {Object.entries(map).map(([name, rule]) => (
        <li key={name}>
          <code lang="en">{visibleText(name)}</code>: {ruleText(rule, t)}
        </li>
      ))}
    </Box>
  )
}

/** The number of a profile's terminals, linked to them. */
function TerminalsLink({ profile: { id, name, terminals_count } }: { profile: KeyProfile }) {
  const { t } = useTranslation()
  if (terminals_count === 0) return '0'
  return (
    <RouterLink
      to="/terminals"
      search={{ key_profile_id: id }}
      aria-label={`${terminals_count}: ${t('keyProfiles.showTerminals', { name })}`}
      sx={{ display: 'inline-flex', alignItems: 'center', justifyContent: 'flex-end', minWidth: 44, minHeight: 44 }}
    >
      {formatNumber(terminals_count)}
    </RouterLink>
  )
}
