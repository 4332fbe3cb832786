import { useTranslation } from 'react-i18next'
import { SESSION_MARKER } from '../shared/api/session-token.ts'
import { readStored } from '../shared/browser/storage.ts'

/** The server writes it into index.html; read before React replaces it. */
const systemName = document.querySelector('.first-paint header')?.textContent

/**
 * The skeleton of index.html, with the look that first-paint.ts gives it: nothing changes on screen when the code takes over. Fills the window
 * until it is known whether a user is signed in, and until the shell is drawn.
 */
export function FirstPaint() {
  const { t } = useTranslation()
  const isLogin = location.pathname === '/' && readStored(SESSION_MARKER) === null
  return (
    <div className={isLogin ? 'first-paint for-guests' : 'first-paint'}>
      <header>{systemName}</header>
      <main aria-busy aria-label={t('common.states.loading')}>
        {isLogin && <p>{t('auth.loginTitle')}</p>}
        <i />
        <i />
        <i />
      </main>
    </div>
  )
}
