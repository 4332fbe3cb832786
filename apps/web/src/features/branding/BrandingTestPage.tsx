import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import settings from '../../locales/tr/settings.json' with { type: 'json' }
import { addWords } from '../../shared/i18n/add-words.ts'
import { usePage } from '../../shared/ui/page-state.ts'
import { ErrorAlert } from '../../shared/ui/ErrorAlert.tsx'
import { ProgressLine } from '../../shared/ui/ProgressLine.tsx'
import { Quiet } from '../../shared/ui/Quiet.tsx'
import { brandingQueries } from './public/branding.queries.ts'
import { ColourCard, ContactCard, LogoCard, NameCard } from './BrandCards.tsx'

addWords({ settings })

/** Shows the brand as the page has it, so that an administrator can check it before customers see it. */
export function BrandingTestPage() {
  const { t } = useTranslation()
  const { data, error, isFetching, isPending, refetch } = useQuery(brandingQueries.config())
  usePage(t('settings.branding.title'), !isPending)
  const reload = () => void refetch()
  return (
    <Box sx={{ p: { xs: 1.5, sm: 3 }, maxWidth: 1200, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {isFetching && <ProgressLine />}
      <Box>
        <Typography variant="h1">{t('settings.branding.title')}</Typography>
        <Quiet>{t('settings.branding.intro')}</Quiet>
      </Box>
      {error && <ErrorAlert title={t('settings.branding.defaultsNote')} error={error} onRetry={reload} />}
      {data?.fromServer === false && (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" size="small" onClick={reload}>
              {t('settings.branding.reload')}
            </Button>
          }
        >
          {t('settings.branding.defaultsNote')}
        </Alert>
      )}
      {data && (
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
            gridTemplateRows: { md: 'auto auto 1fr' },
            // The card of the logos is as high as the other three together.
            '& > :nth-of-type(2)': { gridColumn: { md: 2 }, gridRow: { md: '1 / span 3' } },
          }}
        >
          <NameCard names={data.branding.name} />
          <LogoCard logos={data.branding.logo} />
          <ColourCard colours={data.branding.theme} />
          <ContactCard branding={data.branding} />
        </Box>
      )}
    </Box>
  )
}
