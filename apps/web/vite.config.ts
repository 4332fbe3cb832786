import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import * as icons from '@mdi/js'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { appIcons } from './app-icons.ts'
import { droppableShapes, endpointAddresses } from './contract-modules.ts'
import { BASE, firstPaint, SECOND_LOAD, SHARED, TANK_PAGES, TANKS } from './first-paint.ts'
import { pageFonts } from './page-fonts.ts'
import { turkishPlaces } from './turkish-places.ts'

const compress = promisify(brotliCompress)

/** Writes a `.br` beside each text file, so that the server need not compress per request; not for the page itself, which the server fills in. */
function brotliFiles(): Plugin {
  let folder = ''
  return {
    name: 'brotli-files',
    apply: 'build',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle: async () => {
      const files = await readdir(folder, { recursive: true })
      const texts = files.filter((file) => /\.(js|css|svg|json)$/.test(file)).map((file) => join(folder, file))
      await Promise.all(
        texts.map(async (file) => {
          const text = await readFile(file)
          const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
          await writeFile(`${file}.br`, await compress(text, { params }))
        }),
      )
    },
  }
}

const ICON = '\0icon:'

/** Makes each icon of @mdi/js a module that loads with the page that shows it; in one module all would be part of the first load. */
const iconModules: Plugin = {
  name: 'icon-modules',
  apply: 'build',
  enforce: 'pre',
  transform: (code) =>
    code.includes("'@mdi/js'")
      ? code.replaceAll(/import \{([^}]+)\} from '@mdi\/js'/g, (_, names: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter(Boolean)
            .map((name) => `import { ${name} } from '${ICON}${name}'`)
            .join(';'),
        )
      : null,
  resolveId: (id) => (id.startsWith(ICON) ? id : null),
  load: (id) => {
    if (!id.startsWith(ICON)) return null
    const name = id.slice(ICON.length)
    const path = (icons as Readonly<Record<string, string>>)[name]
    if (path === undefined) throw new Error(`@mdi/js has no ${name}`)
    return `export const ${name} = ${JSON.stringify(path)}`
  },
}

const LIBRARIES = new RegExp(
  `node_modules/(${[
    'react|react-dom|scheduler|@tanstack|i18next|react-i18next|@emotion|stylis',
    '@mui/(system|utils|styled-engine|private-theming)',
    '@mui/material/(styles|Box|Paper|Stack|Typography|SvgIcon|Button|ButtonBase|IconButton|CssBaseline|Alert)',
    '@mui/material/(FormControl|InputLabel|InputBase|OutlinedInput|InputAdornment|FormHelperText)',
  ].join('|')})/`,
)

const sourceOf = (file: string) => join(import.meta.dirname, 'src', file)

/** What every visit draws first; the other pages, and the live connection, are loaded later. */
const FIRST = ['main.tsx', 'features/auth/LoginPage.tsx', 'app/shell/Shell.tsx', 'features/home/HomePage.tsx'].map(
  sourceOf,
)
/** What every visit of a signed-in user loads after that. */
const SECOND = [
  'app/live/live-messages.ts',
  'app/shell/BottomBar.tsx',
  'features/notifications/NotificationBell.tsx',
  'features/notifications/public/Reachability.tsx',
  'features/notifications/reach/ReachProblems.tsx',
  'features/home/NowPanel.tsx',
  'features/home/FirstSteps.tsx',
  'features/alarms/public/NowIncidents.tsx',
  'features/alarms/public/OpenAlarms.tsx',
].map(sourceOf)

interface Graph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/** The modules that some modules import, with these. */
function reachedFrom(graph: Graph, modules: readonly string[], isLeftOut: (id: string) => boolean): Set<string> {
  const found = new Set(modules)
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) if (!isLeftOut(imported)) found.add(imported)
  return found
}

interface Loads {
  first: Set<string>
  second: Set<string>
  /** What the pages of tanks import. */
  tanks: Set<string>
}

const loads = new WeakMap<object, Loads>()

function loadsOf(graph: Graph): Loads {
  const known = loads.get(graph)
  if (known) return known
  // The first load uses the addresses of the contracts only (`endpointAddresses`); their shapes come with the pages that check them.
  const isZod = (of: string) => of.includes('/zod/')
  const hasShapes = (of: string) => isZod(of) || (graph.getModuleInfo(of)?.importedIds ?? []).some(isZod)
  const found = {
    first: reachedFrom(graph, FIRST, hasShapes),
    second: reachedFrom(graph, SECOND, hasShapes),
    tanks: reachedFrom(
      graph,
      TANK_PAGES.map(({ module }) => sourceOf(module)),
      () => false,
    ),
  }
  loads.set(graph, found)
  return found
}

/**
 * The file of a module that every visit loads, null for any other. One file of them compresses better than eighty small ones, and the
 * entry, which lists the names of all files, is shorter.
 */
function loadOf(id: string, graph: Graph): string | null {
  const { first, second } = loadsOf(graph)
  if (first.has(id)) return 'first'
  return second.has(id) ? SECOND_LOAD : null
}

/** Libraries of forms and of charts: a list or the overview needs neither. */
const FORMS = /node_modules\/(react-hook-form|zod)\//
const CHARTS = /node_modules\/uplot\//
const OTHERS = 'others'

const only = (name: string, found: string) => (found === name ? name : null)

/** The file of a module that many pages use: with charts, with forms, or without both, in two files: what the pages of tanks import, and the rest. */
function sharedPartOf(id: string, graph: Graph): string {
  const isElsewhere = (of: string) => LIBRARIES.test(of) || loadOf(of, graph) !== null
  const reached = [...reachedFrom(graph, [id], isElsewhere)]
  if (reached.some((of) => CHARTS.test(of))) return 'charts'
  if (reached.some((of) => FORMS.test(of))) return 'forms'
  return loadsOf(graph).tanks.has(id) ? SHARED : OTHERS
}

/** Fills in the socket's port and the system's name in development; otherwise the server does when it sends the page. */
const socketPort: Plugin = {
  name: 'socket-port',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html.replaceAll('__SOCKET_PORT__', process.env['SOCKET_PORT'] ?? '6001').replaceAll('__SYSTEM_NAME__', 'Dalyan'),
}

/** Makes the page installable, and caches its files for offline use. */
const keptPage = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src/app/offline',
  filename: 'service-worker.ts',
  injectRegister: false,
  injectManifest: {
    // Of the font only what Turkish needs.
    globPatterns: ['assets/*.{js,css}', 'assets/roboto-{basic,turkish}-*.woff2', 'favicon.svg'],
    globIgnores: ['assets/en-*.js'],
    maximumFileSizeToCacheInBytes: 4_000_000,
  },
  manifest: {
    name: 'Dalyan',
    short_name: 'Dalyan',
    description: 'Tank ve terminal izleme',
    lang: 'tr',
    dir: 'ltr',
    id: '/',
    start_url: '/home',
    scope: '/',
    display: 'standalone',
    background_color: '#FFFFFF',
    theme_color: '#1976D2',
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
    shortcuts: [
      { name: 'Tanklar', url: '/tanks' },
      { name: 'Ana Sayfa', url: '/home' },
    ],
  },
})

const server = process.env['DALYAN_SERVER'] ?? 'http://127.0.0.1:8000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    iconModules,
    endpointAddresses,
    droppableShapes,
    react(),
    turkishPlaces(),
    appIcons(),
    keptPage,
    brotliFiles(),
    socketPort,
    pageFonts,
    firstPaint,
  ],
  // The server replaces this text by a new nonce each time it sends the page (content security policy).
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // The first load lists the names of all chunks; shared chunks are named only by a hash, which is shorter.
        chunkFileNames: ({ name, isDynamicEntry }) =>
          isDynamicEntry ? `assets/${name}-[hash].js` : 'assets/[hash].js',
        codeSplitting: {
          // The libraries that every page needs are one file, which compresses better and stays cached when only our code changes.
          groups: [
            { name: BASE, test: LIBRARIES },
            { name: loadOf },
            // What many pages use is one file: on a mobile network eighty small files take longer than their bytes.
            // The parts without libraries first: a file takes what its modules import with it, if that has no file yet.
            { name: (id, graph) => only(SHARED, sharedPartOf(id, graph)), minShareCount: 8 },
            { name: (id, graph) => only(OTHERS, sharedPartOf(id, graph)), minShareCount: 8 },
            { name: sharedPartOf, minShareCount: 8 },
            // What two of the pages of tanks share, or one of them with any other.
            { name: (id, graph) => (loadsOf(graph).tanks.has(id) ? TANKS : null), minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/sanctum': server } },
})
