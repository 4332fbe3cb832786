import { mdiAccountEditOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../shared/ui/Icon.tsx'
import type { ReadingRow } from './readings.ts'

/** Which terminal sent a reading, or that a person entered it. */
export function ReadingSource({ row: { reading, tank } }: { row: ReadingRow }) {
  const { t } = useTranslation()
  if (reading.iot_id === null) {
    return (
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        <Icon path={mdiAccountEditOutline} sx={{ fontSize: 18, verticalAlign: 'text-bottom', mr: 0.5 }} />
        {t('measurements.manual')}
      </Box>
    )
  }
  const code = tank?.iots.find(({ id }) => id === reading.iot_id)?.code
  return <span lang="en">{code ?? `#${reading.iot_id}`}</span>
}
