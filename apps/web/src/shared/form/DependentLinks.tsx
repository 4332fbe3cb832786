import type { Dependent } from '@dalyan/contracts/errors'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { createLink } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

const RouterLink = createLink(Link)

const KINDS = [
  ['tank', 'nav.tanks'],
  ['firm', 'nav.firms'],
  ['user', 'nav.users'],
] as const

/** What keeps a record from going, by kind; each is a click away from where it can be moved or deleted. */
export function DependentLinks({ dependents }: { dependents: readonly Dependent[] }) {
  const { t } = useTranslation()
  return KINDS.map(([kind, words]) => {
    const those = dependents.filter((each) => each.kind === kind)
    if (those.length === 0) return null
    return (
      <Box key={kind} sx={{ mt: 0.5 }}>
        {t(words)}:{' '}
        <Box component="ul" aria-label={t(words)} sx={{ display: 'inline', m: 0, p: 0 }}>
          {those.map((each, index) => (
            <Box key={each.id} component="li" sx={{ display: 'inline' }}>
              {index > 0 && ', '}
              <DependentLink dependent={each} />
            </Box>
          ))}
        </Box>
      </Box>
    )
  })
}

function DependentLink({ dependent: { kind, id, name } }: { dependent: Dependent }) {
  const look = { color: 'inherit', fontWeight: 700 } as const
  if (kind === 'tank') {
    return (
      <RouterLink to="/tanks/$id" params={{ id: String(id) }} lang="en" sx={look}>
        {name}
      </RouterLink>
    )
  }
  if (kind === 'firm') {
    return (
      <RouterLink to="/firms" search={{ search: name, dialog: 'view', id }} lang="en" sx={look}>
        {name}
      </RouterLink>
    )
  }
  return (
    <RouterLink to="/users" search={{ search: name, dialog: 'view', id }} sx={look}>
      {name}
    </RouterLink>
  )
}
