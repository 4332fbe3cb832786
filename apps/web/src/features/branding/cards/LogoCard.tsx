import type { Branding } from '@dalyan/contracts/branding'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { BrandCard } from './BrandCard.tsx'
import { LogoPlate } from './LogoPlate.tsx'

const LOGOS = ['primary', 'icon', 'emoji', 'light', 'dark', 'small', 'large'] as const

/** Each logo on a light and on a dark plate, as it may come to stand in print, mail or another theme. */
export function LogoCard({ logos }: { logos: Branding['logo'] }) {
  const { t } = useTranslation()
  return (
    <BrandCard title={t('settings.branding.logos')}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
        {LOGOS.map((logo) => {
          const name = t(`settings.branding.logoNames.${logo}`)
          const value = logos[logo]
          return (
            <Box component="li" key={logo}>
              <Typography variant="body2" sx={{ color: 'text.secondary', mb: 0.5 }}>
                {name} <code>{logo}</code>
              </Typography>
              {value === null ? (
                t('settings.branding.notSet')
              ) : (
                <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
                  {(['light', 'dark'] as const).map((plate) => (
                    <LogoPlate
                      key={`${plate} ${value}`}
                      plate={plate}
                      name={name}
                      value={value}
                      isText={logo === 'emoji'}
                    />
                  ))}
                </Box>
              )}
            </Box>
          )
        })}
      </Box>
    </BrandCard>
  )
}
