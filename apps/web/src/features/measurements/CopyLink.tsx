import { mdiCheck, mdiLinkVariant } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { spanOf, toLocal } from '../../shared/charts/time-range.ts'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useCopy } from '../../shared/ui/use-copy.ts'
import { type ExplorerView, explorerSearch } from './explorer-search.ts'

/** A link to what is on screen now: whoever opens it later sees the same hours, also where the window follows the clock here. */
export function CopyLink({ view }: { view: ExplorerView }) {
  const { t } = useTranslation()
  const router = useRouter()
  const span = spanOf(view.range, serverNow())
  const range = span ? { from: toLocal(span.from), to: toLocal(span.to) } : view.range
  const { href } = router.buildLocation({
    to: '/measurements',
    search: explorerSearch({ ...view, range, dialog: null }),
  })
  const { outcome, copy } = useCopy(new URL(href, location.origin).href)
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, ml: { sm: 'auto' } }}>
      <Box role="status" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
        {outcome === 'copied' && t('common.actions.copied')}
        {outcome === 'failed' && t('explorer.copyFailed')}
      </Box>
      <Button startIcon={<Icon path={outcome === 'copied' ? mdiCheck : mdiLinkVariant} />} onClick={copy}>
        {t('common.actions.copyLink')}
      </Button>
    </Box>
  )
}
