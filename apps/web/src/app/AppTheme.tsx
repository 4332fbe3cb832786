import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { type ReactNode, useLayoutEffect } from 'react'
import { useBrandColours } from '../features/branding/public/brand-colours.ts'
import { appTheme } from '../shared/theme/create-app-theme.ts'
import { useShownTheme } from '../shared/theme/theme-choice.ts'
import { tokensOf } from '../shared/theme/tokens.ts'

// The server puts a fresh nonce into each index.html; without it the content security policy refuses emotion's <style>.
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
const cache = createCache({ key: 'd', prepend: true, ...(nonce ? { nonce } : {}) })

/** Applies the chosen theme to everything below; a change of theme remounts nothing. */
export function AppTheme({ children }: { children: ReactNode }) {
  const name = useShownTheme()
  const brand = useBrandColours()

  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = name
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', tokensOf(name).appBar.bg)
  }, [name])

  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={appTheme(name, brand)} storageManager={null} disableTransitionOnChange>
        <CssBaseline />
        {children}
      </ThemeProvider>
    </CacheProvider>
  )
}
