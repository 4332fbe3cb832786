import { mdiMagnify } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../shared/ui/Icon.tsx'
import { onDemand } from '../../shared/ui/on-demand.tsx'

const QuickJumpDialog = onDemand(async () => (await import('./QuickJumpDialog.tsx')).QuickJumpDialog)

const KEYS = 'Ctrl K'

/** Opens the search for a tank or a terminal by its code: by this button, or Ctrl K on any page. */
export function QuickJump() {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setIsOpen(true)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <>
      <Button
        color="inherit"
        aria-label={`${t('nav.quickJump')} ${KEYS}`}
        aria-keyshortcuts="Control+K"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        sx={{ minWidth: 44, minHeight: 44, px: 1, gap: 1, flexShrink: 0, fontWeight: 400 }}
      >
        <Icon path={mdiMagnify} />
        <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
          {t('nav.quickJump')} <kbd style={{ font: 'inherit', opacity: 0.85 }}>{KEYS}</kbd>
        </Box>
      </Button>
      {isOpen && <QuickJumpDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
