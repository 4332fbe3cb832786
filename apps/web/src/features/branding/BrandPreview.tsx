import { BRAND_GROUNDS, type BrandColour, colourProblem, inkOn, isColour } from '@dalyan/contracts/brand-colours'
import { DALYAN } from '@dalyan/contracts/own-brand'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { webAddress } from './web-address.ts'
import { brandedTokens } from '../../shared/theme/brand-theme.ts'
import { tokensOf } from '../../shared/theme/tokens.ts'

interface Props {
  typed: Readonly<Record<'name' | 'website' | BrandColour, string>>
  /** Address of the picture; null: none. */
  logo: string | null
}

/** Shows the typed brand in the light and the dark theme; an invalid colour is replaced by the product's own. */
export function BrandPreview({ typed, logo }: Props) {
  const { t } = useTranslation()
  const validOr = (colour: BrandColour, own: string) => {
    const value = typed[colour].trim()
    return isColour(value) && colourProblem(colour, value) === null ? value : own
  }
  const brand = {
    primaryColor: validOr('primary_color', DALYAN.theme.primaryColor),
    secondaryColor: validOr('secondary_color', DALYAN.theme.secondaryColor),
    accentColor: validOr('accent_color', DALYAN.theme.accentColor),
  }
  const light = {
    ground: BRAND_GROUNDS.light[0],
    text: '#16202A',
    main: brand.primaryColor,
    second: brand.secondaryColor,
    link: brandedTokens(tokensOf('light'), brand).palette.primary.text,
  }
  const accent = brand.accentColor
  const dark = { ground: BRAND_GROUNDS.dark[1], text: '#E9EDF1', main: accent, second: accent, link: accent }
  const name = typed.name.trim() || DALYAN.name.title
  const isLinked = webAddress(typed.website.trim()) !== null
  const shared = { name, logo, isLinked }
  return (
    <Box
      component="section"
      aria-label={t('settings.branding.preview')}
      sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}
    >
      <Typography variant="h3">{t('settings.branding.preview')}</Typography>
      <Plate {...shared} {...light} label={t('settings.branding.previewLight')} />
      <Plate {...shared} {...dark} label={t('settings.branding.previewDark')} />
    </Box>
  )
}

interface PlateProps {
  label: string
  name: string
  logo: string | null
  isLinked: boolean
  ground: string
  text: string
  main: string
  second: string
  link: string
}

function Plate({ label, name, logo, isLinked, ground, text, main, second, link }: PlateProps) {
  const { t } = useTranslation()
  const filled = { px: 1.5, py: 0.75, borderRadius: 1, fontWeight: 700, fontSize: '0.875rem' }
  return (
    <Box
      role="group"
      aria-label={label}
      sx={({ tokens: { palette } }) => ({ p: 2, borderRadius: 1, border: `1px solid ${palette.outline}`, minWidth: 0 })}
      style={{ backgroundColor: ground, color: text }}
    >
      <Typography variant="body2" sx={{ opacity: 0.9, mb: 1 }}>
        {label}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1.5, minWidth: 0 }}>
        {logo !== null && <img src={logo} alt="" height={32} style={{ maxWidth: 120, objectFit: 'contain' }} />}
        <Typography component="span" noWrap sx={{ fontWeight: 700 }}>
          {name}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Box component="span" sx={filled} style={{ backgroundColor: main, color: inkOn(main) ?? text }}>
          {t('settings.branding.previewButton')}
        </Box>
        <Box component="span" sx={filled} style={{ backgroundColor: second, color: inkOn(second) ?? text }}>
          {t('settings.branding.previewTag')}
        </Box>
        <Box component="span" sx={{ textDecoration: 'underline' }} style={{ color: link }}>
          {t('settings.branding.previewLink')}
        </Box>
      </Box>
      <Typography variant="body2" noWrap sx={{ mt: 1.5 }}>
        ©{' '}
        <Box component="span" style={isLinked ? { color: link, textDecoration: 'underline' } : undefined}>
          {name}
        </Box>
      </Typography>
    </Box>
  )
}
