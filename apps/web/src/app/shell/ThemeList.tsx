import { THEME_CHOICES, THEMES, type ThemeChoice } from '@dalyan/contracts/themes'
import {
  mdiChevronDown,
  mdiChevronUp,
  mdiContrastBox,
  mdiPalette,
  mdiRadio,
  mdiSailBoat,
  mdiSpa,
  mdiThemeLightDark,
  mdiWeatherNight,
  mdiWeatherSunset,
  mdiWhiteBalanceSunny,
} from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Collapse from '@mui/material/Collapse'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveTheme } from '../../features/auth/public/auth.queries.ts'
import theme from '../../locales/tr/theme.json' with { type: 'json' }
import { addWords } from '../../shared/i18n/add-words.ts'
import { useUser } from '../../shared/session/user.ts'
import { themeOf, useChosenTheme } from '../../shared/theme/theme-choice.ts'
import { tokensOf } from '../../shared/theme/tokens.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'

addWords({ theme })

const THEME_ICON: Record<ThemeChoice, string> = {
  light: mdiWhiteBalanceSunny,
  dark: mdiWeatherNight,
  minimal: mdiContrastBox,
  colorful: mdiPalette,
  pastel: mdiSpa,
  retro: mdiRadio,
  sunset: mdiWeatherSunset,
  navy: mdiSailBoat,
  system: mdiThemeLightDark,
}

/** All themes, collapsed until the user opens them. */
export function ThemeList({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation()
  const show = useSnackbar()
  const user = useUser()
  const chosen = useChosenTheme()
  const [open, setOpen] = useState(false)
  const listId = useId()
  const shown = themeOf(chosen)
  const opposite = shown === 'dark' ? 'light' : 'dark'
  const next = THEMES[(THEMES.indexOf(shown) + 1) % THEMES.length] ?? 'light'

  function choose(name: ThemeChoice) {
    saveTheme(name, user.id)
    show(t('theme.changed', { title: t(`theme.${name}.title`) }))
    onChosen()
  }

  return (
    <Box sx={{ p: 1 }}>
      <Button
        color="inherit"
        fullWidth
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
        endIcon={<Icon path={open ? mdiChevronUp : mdiChevronDown} />}
        sx={{ justifyContent: 'space-between', minHeight: 44, fontWeight: 400, fontSize: '1rem' }}
      >
        {t('nav.themes')}
      </Button>
      <Collapse in={open} id={listId} unmountOnExit>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, px: 1, pb: 1 }}>
          <Button size="small" variant="outlined" onClick={() => choose(opposite)} sx={{ minHeight: 40 }}>
            {t(opposite === 'dark' ? 'theme.toggleDark' : 'theme.toggleLight')}
          </Button>
          <Button size="small" variant="outlined" onClick={() => choose(next)} sx={{ minHeight: 40 }}>
            {t('theme.next')}
          </Button>
        </Box>
        <RadioGroup aria-label={t('theme.title')} value={chosen}>
          {THEME_CHOICES.map((name) => (
            <ThemeRow key={name} name={name} checked={name === chosen} onChoose={() => choose(name)} />
          ))}
        </RadioGroup>
      </Collapse>
    </Box>
  )
}

function ThemeRow({ name, checked, onChoose }: { name: ThemeChoice; checked: boolean; onChoose: () => void }) {
  const { t } = useTranslation()
  const { palette, appBar } = tokensOf(themeOf(name))
  const icon = <Icon path={THEME_ICON[name]} />
  const describedBy = useId()
  return (
    <Box
      component="label"
      sx={({ tokens }) => ({
        display: 'grid',
        gridTemplateColumns: 'auto 1fr auto',
        alignItems: 'center',
        gap: 1.5,
        minHeight: 52,
        px: 1,
        py: 0.5,
        borderRadius: 1,
        cursor: 'pointer',
        bgcolor: checked ? tokens.palette.selectedRow : 'transparent',
        '&:hover': { bgcolor: tokens.palette.hoverRow },
        '&:focus-within': { outline: `3px solid ${tokens.palette.focusRing}`, outlineOffset: -3 },
      })}
    >
      <Radio
        value={name}
        checked={checked}
        // A click on the present theme closes the menu as well; `onChange` does not fire for it.
        onClick={onChoose}
        icon={icon}
        checkedIcon={icon}
        slotProps={{ input: { 'aria-label': t(`theme.${name}.title`), 'aria-describedby': describedBy } }}
        sx={{ p: 0, color: 'text.primary', '&.Mui-checked': { color: 'text.primary' } }}
      />
      <span>
        <Box component="span" sx={{ display: 'block', fontWeight: checked ? 700 : 400 }}>
          {t(`theme.${name}.title`)}
        </Box>
        <Box
          component="span"
          id={describedBy}
          sx={{ display: 'block', fontSize: '0.8125rem', color: 'text.secondary' }}
        >
          {t(`theme.${name}.description`)}
        </Box>
      </span>
      <Box
        component="span"
        aria-hidden
        sx={{ display: 'flex', border: `1px solid ${palette.outline}`, borderRadius: 0.5, overflow: 'hidden' }}
      >
        {Object.entries({
          bar: appBar.bg,
          primary: palette.primary.main,
          page: palette.background,
          card: palette.surface,
        }).map(([part, colour]) => (
          <Box component="span" key={part} sx={{ width: 10, height: 22, bgcolor: colour }} />
        ))}
      </Box>
    </Box>
  )
}
