import type { Plugin } from 'vite'
import light from './src/shared/theme/light-theme.json' with { type: 'json' }
import others from './src/shared/theme/other-themes.json' with { type: 'json' }

/** Name of the file of what many pages use. */
export const SHARED = 'shared'

/** Background, bar, line below the bar, blocks, and text of the bar, of each theme. */
const COLOURS = Object.fromEntries(
  [light, ...others].map(({ name, palette, appBar }) => [
    name,
    [palette.background, appBar.bg, palette.divider, palette.textPrimary, appBar.text],
  ]),
)

const STYLE = `
body{margin:0}
.first-paint{min-height:100vh;min-height:100dvh;background:var(--page,${light.palette.background})}
.first-paint div{display:flex;align-items:center;height:56px;padding:0 16px;font:700 16px/1.5 'Roboto Variable',Roboto,'Helvetica Neue',Arial,sans-serif;color:var(--ink,${light.appBar.text});box-sizing:border-box;background:var(--bar,${light.appBar.bg});border-bottom:1px solid var(--line,${light.palette.divider})}
.first-paint p{display:flex;flex-direction:column;gap:16px;box-sizing:border-box;height:calc(100vh - 56px);height:calc(100dvh - 56px);margin:0;padding:12px}
.first-paint i{border-radius:8px;background:var(--block,${light.palette.textPrimary});height:48px;opacity:.11}
.first-paint i:first-child{width:240px;height:24px;margin:8px 0}
.first-paint i:last-child{flex:1}
@media(min-width:600px){.first-paint p{padding:24px}}
`

/** Colours the skeleton as the theme stored on the device asks, and fetches what most pages of a signed-in user need beside the entry. */
const scriptOf = (shared: string): string => `
try {
  const colours = ${JSON.stringify(COLOURS)}
  const chosen = localStorage.getItem('theme')
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const [page, bar, line, block, ink] = colours[chosen === 'system' ? (dark ? 'dark' : 'light') : chosen] ?? colours.light
  const { style } = document.querySelector('.first-paint')
  for (const [name, value] of Object.entries({ page, bar, line, block, ink })) style.setProperty('--' + name, value)
  if (localStorage.getItem('session') && !['/', '/home'].includes(location.pathname))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: ${JSON.stringify(shared)} }))
} catch {
  // A browser that refuses storage: light, and the code is fetched when a page needs it.
}
`

/** Draws a skeleton of the page before any code is loaded: bar with the system's name, and blocks, in the theme's colours. */
export const firstPaint: Plugin = {
  name: 'first-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => {
      const shared = Object.keys(bundle).find((file) => bundle[file]?.name === SHARED)
      if (shared === undefined) throw new Error(`the build has no file ${SHARED}`)
      const attrs = { nonce: '__CSP_NONCE__' }
      return [
        { tag: 'style', attrs, injectTo: 'head', children: STYLE },
        { tag: 'script', attrs, injectTo: 'body', children: scriptOf(`/${shared}`) },
      ]
    },
  },
}
