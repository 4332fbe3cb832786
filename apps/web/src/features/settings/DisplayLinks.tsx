import { mdiPlus } from '@mdi/js'
import Box from '@mui/material/Box'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../shared/ui/Icon.tsx'
import { onDemand } from '../../shared/ui/on-demand.tsx'
import { Quiet } from '../../shared/ui/Quiet.tsx'
import { WriteButton } from '../../shared/ui/WriteButton.tsx'
import { DISPLAY_LINKS_KEY, DisplayLinkList } from './public/DisplayLinkList.tsx'

const NewDisplayLink = onDemand(async () => (await import('./NewDisplayLink.tsx')).NewDisplayLinkDialog)

/** The links that show the overview or a tank without a session. */
export function DisplayLinks() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Quiet small>{t('displayLinks.hint')}</Quiet>
      <DisplayLinkList />
      <WriteButton
        variant="outlined"
        startIcon={<Icon path={mdiPlus} />}
        sx={{ justifySelf: 'start' }}
        onClick={() => setIsAdding(true)}
      >
        {t('displayLinks.add')}
      </WriteButton>
      {isAdding && (
        <NewDisplayLink
          onMade={() => void cache.invalidateQueries({ queryKey: DISPLAY_LINKS_KEY })}
          onClose={() => setIsAdding(false)}
        />
      )}
    </Box>
  )
}
