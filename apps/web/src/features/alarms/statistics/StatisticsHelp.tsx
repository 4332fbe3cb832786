import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'

/** How the figures are reckoned, for whoever wants to know. */
export function StatisticsHelp() {
  const { t } = useTranslation()
  return (
    <Box component="details" sx={{ color: 'text.secondary', fontSize: '0.875rem', '& li + li': { mt: 0.5 } }}>
      <Box component="summary" sx={{ py: 1.5, cursor: 'pointer' }}>
        {t('alarmStatistics.help.title')}
      </Box>
      <Box component="ul" sx={{ m: 0, pl: 2.5, maxWidth: 760 }}>
        {(['raised', 'out', 'silent', 'wait', 'open', 'history'] as const).map((part) => (
          <li key={part}>{t(`alarmStatistics.help.${part}`)}</li>
        ))}
      </Box>
    </Box>
  )
}
