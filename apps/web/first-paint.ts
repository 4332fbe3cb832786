import { basename } from 'node:path'
import type { Plugin } from 'vite'
import auth from './src/locales/tr/auth.json' with { type: 'json' }
import light from './src/shared/theme/light-theme.json' with { type: 'json' }
import others from './src/shared/theme/other-themes.json' with { type: 'json' }

/** Names of files: the libraries of every page, what many pages use, what every visit of a signed-in user loads, and what the pages of tanks share. */
export const BASE = 'base'
export const SHARED = 'shared'
export const SECOND_LOAD = 'second'
export const TANKS = 'tanks'

/** The pages of tanks, which are opened most, on a phone beside a tank: address and module of each. */
export const TANK_PAGES: readonly { address: string; module: string }[] = [
  { address: String.raw`^/tanks/?$`, module: 'features/tanks/TanksPage.tsx' },
  { address: String.raw`^/tanks/\d+/?$`, module: 'features/tanks/detail/TankDetailPage.tsx' },
  { address: String.raw`^/wall/?$`, module: 'features/wall/WallPage.tsx' },
]

/**
 * What the pages opened most show first, as `fetchFirst` in src/app/router.tsx asks for it: address with its search, and the calls, in which
 * `$1` is the first group of the address. Of the tanks only the list without filters.
 */
const EARLY_CALLS: readonly { address: string; calls: readonly string[] }[] = [
  { address: String.raw`^/(home/?)?$`, calls: ['/api/home'] },
  { address: String.raw`^/tanks/?$`, calls: ['/api/tanks?page=1&per_page=100&sort=danger'] },
  {
    address: String.raw`^/tanks/(\d+)/?(\?|$)`,
    calls: ['/api/tanks/$1', '/api/alarms?tank_id=$1&status=open&per_page=100'],
  },
  { address: String.raw`^/wall/?(\?|$)`, calls: ['/api/wall'] },
]

/** Background, bar, line below the bar, blocks, text of the bar, surface and secondary text of each theme. */
const COLOURS = Object.fromEntries(
  [light, ...others].map(({ name, palette, appBar }) => [
    name,
    [
      palette.background,
      appBar.bg,
      palette.divider,
      palette.textPrimary,
      appBar.text,
      palette.surface,
      palette.textSecondary,
    ],
  ]),
)

// Where Roboto is not installed, Arial in Roboto's measures until it has arrived: no text changes its size.
const FONT = "'Roboto Variable',Roboto,'Arial as Roboto',sans-serif"
const STYLE = `
@font-face{font-family:'Arial as Roboto';src:local(Arial),local('Liberation Sans');size-adjust:105%;ascent-override:88.4%;descent-override:23.3%;line-gap-override:0%}
body{margin:0}
.first-paint{min-height:100vh;min-height:100dvh;background:var(--page,${light.palette.background})}
.first-paint header{display:flex;align-items:center;height:56px;padding:0 16px;font:700 16px/1.5 ${FONT};color:var(--ink,${light.appBar.text});box-sizing:border-box;background:var(--bar,${light.appBar.bg});border-bottom:1px solid var(--line,${light.palette.divider})}
.first-paint main{display:flex;flex-direction:column;gap:16px;box-sizing:border-box;height:calc(100vh - 56px);height:calc(100dvh - 56px);margin:0;padding:12px}
.first-paint i{border-radius:8px;background:var(--block,${light.palette.textPrimary});height:48px;opacity:.11}
.first-paint i:first-child{width:240px;height:24px;margin:8px 0}
.first-paint i:last-child{flex:1}
.first-paint p{display:none}
@media(min-width:600px){.first-paint main{padding:24px}}
.for-guests{background:var(--card,${light.palette.surface});padding:24px;box-sizing:border-box}
.for-guests header{height:36px;padding:0 0 0 48px;margin-bottom:8px;border:0;background:none;font-size:24px;line-height:1.3}
.for-guests main{height:auto;padding:0}
.for-guests p{display:block;margin:0;padding:10px 0 14px;font:400 16px/1.5 ${FONT};color:var(--words,${light.palette.textSecondary})}
.for-guests i,.for-guests i:first-of-type{flex:none;width:auto;height:56px;margin:0}
.for-guests i:last-child{flex:none;height:44px}
@media(min-width:600px){.for-guests{display:grid;place-content:center;grid-template-columns:350px;background:var(--page,${light.palette.background})}}
`

/**
 * Colours the skeleton as the theme stored on the device asks. Once the skeleton is on screen, the code is fetched and run, one file in each
 * task; a page in the background is never painted, so it does not wait. What the page of a signed-in user needs is fetched with it: its code,
 * the user, and what it shows first (`shared/api/early-answers.ts`). The largest file is asked for before all else: a browser has six
 * connections for a server without HTTP/2.
 */
const scriptOf = (entries: readonly string[], fileOf: (name: string) => string): string => `
const skeleton = document.querySelector('.first-paint')
const fetched = ${JSON.stringify([fileOf(BASE), ...entries.filter((file) => file !== fileOf(BASE))])}
let askEarly = () => {}
try {
  const colours = ${JSON.stringify(COLOURS)}
  const chosen = localStorage.getItem('theme')
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const isSignedIn = localStorage.getItem('session') !== null
  const isLogin = !isSignedIn && location.pathname === '/'
  const theme = isLogin || chosen === 'system' ? (dark ? 'dark' : 'light') : chosen
  const [page, bar, line, block, ink, card, words] = colours[theme] ?? colours.light
  const { style } = document.documentElement
  for (const [name, value] of Object.entries({ page, bar, line, block, ink, card, words })) style.setProperty('--' + name, value)
  if (isLogin) skeleton.classList.add('for-guests')
  const tankPages = ${JSON.stringify(TANK_PAGES.map(({ address, module }) => [address, fileOf(TANKS), fileOf(basename(module, '.tsx'))]))}
  const [, ...own] = tankPages.find(([address]) => new RegExp(address).test(location.pathname)) ?? []
  if (isSignedIn && !['/', '/home'].includes(location.pathname)) fetched.push(${[SHARED, SECOND_LOAD].map((name) => JSON.stringify(fileOf(name))).join()}, ...own)
  const token = isSignedIn ? sessionStorage.getItem('token') : null
  const calls = ${JSON.stringify(EARLY_CALLS)}.flatMap(({ address, calls }) => {
    const found = new RegExp(address).exec(location.pathname + location.search)
    return found ? calls.map((call) => call.replace('$1', found[1])) : []
  })
  const headers = { accept: 'application/json', 'accept-language': 'tr', authorization: 'Bearer ' + token }
  const ask = (url) => fetch(url, { headers, credentials: 'same-origin', cache: 'no-store' })
  const answerTo = (url) => ask(url).then((response) => ({ response, cameAt: Date.now() }), () => null)
  if (token) askEarly = () => {
    window.earlyAnswers = new Map(['/api/user', ...calls].map((url) => [url, { token, answer: answerTo(url) }]))
  }
} catch {
  // A browser that refuses storage: light, and the code is fetched when a page needs it.
}
skeleton.hidden = false
async function run() {
  fetched.forEach((href, place) => {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }))
    if (place === 0) askEarly()
  })
  for (const file of ${JSON.stringify(entries)}) await import(file)
}
if (document.hidden) run()
else requestAnimationFrame(() => setTimeout(run))
`

const ENTRY = /<script type="module" crossorigin src="([^"]+)"[^>]*><\/script>\s*/g

/** Draws a skeleton of the page before any code is loaded: bar with the system's name, and blocks, in the theme's colours. */
export const firstPaint: Plugin = {
  name: 'first-paint',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => {
      const attrs = { nonce: '__CSP_NONCE__' }
      const style = { tag: 'style', attrs, injectTo: 'head', children: STYLE } as const
      // In development the code is not bundled.
      if (!bundle) return { html: html.replace('__LOGIN_TITLE__', auth.loginTitle), tags: [style] }
      const fileOf = (name: string): string => {
        const file = Object.keys(bundle).find((each) => bundle[each]?.name === name)
        if (file === undefined) throw new Error(`the build has no file ${name}`)
        return `/${file}`
      }
      const entries = [...html.matchAll(ENTRY)].flatMap(([, file]) => file ?? [])
      const script = { tag: 'script', attrs, injectTo: 'body', children: scriptOf(entries, fileOf) } as const
      return { html: html.replaceAll(ENTRY, '').replace('__LOGIN_TITLE__', auth.loginTitle), tags: [style, script] }
    },
  },
}
