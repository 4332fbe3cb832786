import type { Branding } from '@dalyan/contracts/branding'
import Box from '@mui/material/Box'
import { getContrastRatio, useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../shared/format/number.ts'
import { BrandCard } from './BrandCard.tsx'

const COLOURS = ['primaryColor', 'secondaryColor', 'accentColor'] as const
const HEX = /^#[0-9a-f]{6}$/i

/** Each colour with how well text in it is read (WCAG 2: 4.5 for text, 3 for large text and icons). */
export function ColourCard({ colours }: { colours: Branding['theme'] }) {
  const { t } = useTranslation()
  return (
    <BrandCard title={t('settings.branding.colours')}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
        {COLOURS.map((colour) => (
          <Colour key={colour} name={t(`settings.branding.colourNames.${colour}`)} value={colours[colour]} />
        ))}
      </Box>
    </BrandCard>
  )
}

function Colour({ name, value }: { name: string; value: string }) {
  const { t } = useTranslation()
  const { tokens } = useTheme()
  const isColour = HEX.test(value)
  const grounds = [
    { name: t('settings.branding.contrastOnWhite'), colour: '#FFFFFF' },
    { name: t('settings.branding.contrastOnSurface'), colour: tokens.palette.surface },
  ]
  return (
    <Box component="li" sx={{ display: 'flex', gap: 2, minWidth: 0 }}>
      <Box
        aria-hidden
        sx={{ flexShrink: 0, width: 56, height: 56, borderRadius: 1, border: `1px solid ${tokens.palette.outline}` }}
        style={isColour ? { backgroundColor: value } : undefined}
      />
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ overflowWrap: 'anywhere', maxHeight: 72, overflow: 'hidden' }}>
          {name} <code>{value}</code>
        </Typography>
        {isColour ? (
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
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {on} {formatNumber(ratio, 2)}:1, {ratio >= 4.5 ? t('settings.branding.contrastEnough') : graphics}
    </Typography>
  )
}
