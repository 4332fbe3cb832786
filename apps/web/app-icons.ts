import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import type { Plugin } from 'vite'

/** Name → edge in pixels, and the margin around the logo as a share of the edge (a maskable icon may be cut to any shape). */
const ICONS = {
  'icon-192.png': { edge: 192, margin: 0 },
  'icon-512.png': { edge: 512, margin: 0 },
  'icon-maskable-512.png': { edge: 512, margin: 0.12 },
  'apple-touch-icon.png': { edge: 180, margin: 0.06 },
} as const

const COLOUR = '#1976D2'
const BOX = 32

/** Draws the icons of the installed page from the product's logo. */
export function appIcons(): Plugin {
  let folder = ''
  let logo = ''
  return {
    name: 'app-icons',
    apply: 'build',
    configResolved: ({ root, build, publicDir }) => {
      folder = join(resolve(root, build.outDir), 'icons')
      logo = join(publicDir, 'favicon.svg')
    },
    writeBundle: async () => {
      const drawing = (await readFile(logo, 'utf8')).replace(/^<svg[^>]*>|<\/svg>\s*$/g, '')
      await Promise.all(
        Object.entries(ICONS).map(async ([name, { edge, margin }]) => {
          const inner = `translate(${BOX * margin} ${BOX * margin}) scale(${1 - 2 * margin})`
          // A maskable icon is coloured to its edges.
          const ground = margin > 0 ? `<rect width="${BOX}" height="${BOX}" fill="${COLOUR}"/>` : ''
          const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${BOX} ${BOX}">${ground}<g transform="${inner}">${drawing}</g></svg>`
          const file = join(folder, name)
          await mkdir(dirname(file), { recursive: true })
          await writeFile(file, new Resvg(svg, { fitTo: { mode: 'width', value: edge } }).render().asPng())
        }),
      )
    },
  }
}
