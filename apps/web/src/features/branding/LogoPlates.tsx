import Box from '@mui/material/Box'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** The same two backgrounds in every theme, so that logos can be compared. */
const PLATES = {
  light: { bgcolor: '#FFFFFF', color: '#1B1B1F' },
  dark: { bgcolor: '#121212', color: '#F2F2F2' },
}

interface LogoProps {
  name: string
  /** Address of a picture, or the text itself. */
  value: string
  isText?: boolean
}

/** A logo on a light and on a dark background. */
export function LogoPlates(logo: LogoProps) {
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
      {(['light', 'dark'] as const).map((plate) => (
        <LogoPlate key={`${plate} ${logo.value}`} plate={plate} {...logo} />
      ))}
    </Box>
  )
}

/** A broken picture shows its name. */
function LogoPlate({ plate, name, value, isText = false }: LogoProps & { plate: keyof typeof PLATES }) {
  const { t } = useTranslation()
  const [broken, setBroken] = useState(false)
  const ground = t(plate === 'light' ? 'settings.branding.onLight' : 'settings.branding.onDark')
  return (
    <Box
      sx={({ tokens: { palette } }) => ({
        ...PLATES[plate],
        display: 'grid',
        placeItems: 'center',
        height: 88,
        p: 1,
        overflow: 'hidden',
        textAlign: 'center',
        overflowWrap: 'anywhere',
        fontSize: '0.8125rem',
        border: `1px ${broken ? 'dashed' : 'solid'} ${palette.outline}`,
        borderRadius: 1,
        '& img': { maxWidth: '100%', width: 150, height: 64, objectFit: 'contain' },
      })}
    >
      {isText && (
        <Box
          component="span"
          role="img"
          aria-label={`${name}, ${ground}`}
          sx={{ fontSize: value.length > 8 ? 14 : 40 }}
        >
          {value}
        </Box>
      )}
      {!isText && broken && t('settings.branding.brokenLogo', { name })}
      {!isText && !broken && <img src={value} alt={`${name}, ${ground}`} onError={() => setBroken(true)} />}
    </Box>
  )
}
