import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../shared/session/user.ts'
import { loadThemes } from '../../shared/theme/tokens.ts'

const AccountPopover = lazy(async () => {
  // Its list shows every theme's colours.
  const [{ AccountPopover: component }] = await Promise.all([import('./AccountPopover.tsx'), loadThemes()])
  return { default: component }
})

/** The account button; its popover loads when it is first opened. */
export function AccountMenu() {
  const { t } = useTranslation()
  const user = useUser()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [wanted, setWanted] = useState(false)
  return (
    <>
      <IconButton
        aria-label={t('nav.accountOf', { name: user.name })}
        aria-haspopup="dialog"
        onClick={(event) => {
          setWanted(true)
          setAnchor(event.currentTarget)
        }}
        color="inherit"
        sx={{ width: 44, height: 44, p: 0, flexShrink: 0 }}
      >
        <Box
          component="span"
          sx={{
            display: 'grid',
            placeItems: 'center',
            width: 32,
            height: 32,
            border: '1px solid',
            borderRadius: '50%',
            fontSize: '0.875rem',
            // Decorative: the initials need not be part of the button's name.
            '&::before': { content: JSON.stringify(initials(user.name)) },
          }}
        />
      </IconButton>
      {wanted && (
        <Suspense>
          <AccountPopover anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}

/** The initials of first and last name, in Turkish capitals. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return initials.join('').toLocaleUpperCase('tr-TR')
}
