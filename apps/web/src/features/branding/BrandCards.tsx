import { isColour } from '@dalyan/contracts/brand-colours'
import type { Branding } from '@dalyan/contracts/branding'
import Box from '@mui/material/Box'
import { getContrastRatio, useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { webAddress } from './web-address.ts'
import { formatNumber } from '../../shared/format/number.ts'
import { PageSection } from '../../shared/ui/PageSection.tsx'
import { Quiet } from '../../shared/ui/Quiet.tsx'
import { BrandTable } from './BrandTable.tsx'
import { LogoPlates } from './LogoPlates.tsx'

/** The nine spellings of the name, labelled by their fields in the contract. */
export function NameCard({ names }: { names: Branding['name'] }) {
  const { t } = useTranslation()
  return (
    <BrandTable
      title={t('settings.branding.names')}
      rows={Object.entries(names).map(([variant, name]) => ({ label: variant, value: name }))}
    />
  )
}

const LOGOS = ['primary', 'icon', 'emoji', 'light', 'dark', 'small', 'large'] as const

/** Each logo on a light and on a dark background, as emails and themes show it. */
export function LogoCard({ logos }: { logos: Branding['logo'] }) {
  const { t } = useTranslation()
  return (
    <PageSection title={t('settings.branding.logos')}>
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
                <LogoPlates name={name} value={value} isText={logo === 'emoji'} />
              )}
            </Box>
          )
        })}
      </Box>
    </PageSection>
  )
}

const COLOURS = ['primaryColor', 'secondaryColor', 'accentColor'] as const

/** Each colour with the contrast of text in it (WCAG 2: 4.5 for text, 3 for large text and icons). */
export function ColourCard({ colours }: { colours: Branding['theme'] }) {
  const { t } = useTranslation()
  return (
    <PageSection title={t('settings.branding.colours')}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
        {COLOURS.map((colour) => (
          <Colour key={colour} name={t(`settings.branding.colourNames.${colour}`)} value={colours[colour]} />
        ))}
      </Box>
    </PageSection>
  )
}

function Colour({ name, value }: { name: string; value: string }) {
  const { t } = useTranslation()
  const { tokens } = useTheme()
  const isValid = isColour(value)
  const grounds = [
    { name: t('settings.branding.contrastOnWhite'), colour: '#FFFFFF' },
    { name: t('settings.branding.contrastOnSurface'), colour: tokens.palette.surface },
  ]
  return (
    <Box component="li" sx={{ display: 'flex', gap: 2, minWidth: 0 }}>
      <Box
        aria-hidden
        sx={{ flexShrink: 0, width: 56, height: 56, borderRadius: 1, border: `1px solid ${tokens.palette.outline}` }}
        style={isValid ? { backgroundColor: value } : undefined}
      />
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ overflowWrap: 'anywhere', maxHeight: 72, overflow: 'hidden' }}>
          {name} <code>{value}</code>
        </Typography>
        {isValid ? (
          grounds.map((ground) => (
            <Contrast key={ground.name} on={ground.name} ratio={getContrastRatio(value, ground.colour)} />
          ))
        ) : (
          <Typography variant="body2" sx={{ color: tokens.palette.error.text }}>
            {t('settings.branding.badColour')}
          </Typography>
        )}
      </Box>
    </Box>
  )
}

function Contrast({ on, ratio }: { on: string; ratio: number }) {
  const { t } = useTranslation()
  const graphics = ratio >= 3 ? t('settings.branding.contrastGraphics') : t('settings.branding.contrastLow')
  return (
    <Quiet small>
      {on} {formatNumber(ratio, 2)}:1, {ratio >= 4.5 ? t('settings.branding.contrastEnough') : graphics}
    </Quiet>
  )
}

/** The provider's contact data and the address of the API. */
export function ContactCard({ branding: { contact, domain, version } }: { branding: Branding }) {
  const { t } = useTranslation()
  const website = t('settings.branding.contactNames.website')
  return (
    <BrandTable
      title={t('settings.branding.contactAndApi')}
      rows={[
        { label: t('settings.branding.contactNames.email'), value: contact.email },
        { label: t('settings.branding.contactNames.phone'), value: contact.phone },
        { label: website, value: contact.website, href: webAddress(contact.website) },
        { label: t('settings.branding.apiUrl'), value: domain.apiUrl, href: webAddress(domain.apiUrl) },
        { label: t('settings.branding.version'), value: version },
      ]}
    />
  )
}
