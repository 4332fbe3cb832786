// npm run check:licences: checks that every package of the lock file has a licence under which Dalyan may be distributed.
import { readFileSync } from 'node:fs'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'

const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'ISC',
  'MPL-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'Zlib',
])

/** Packages whose licence was read by hand, by name. */
const READ = {
  // The field is missing; the LICENSE file is the MIT licence.
  'xmlhttprequest-ssl': undefined,
  'png-js': undefined,
  // The same font, for the page and for reports.
  '@fontsource-variable/roboto': 'OFL-1.1',
  '@expo-google-fonts/roboto': 'MIT AND OFL-1.1',
  // Data about browsers, used by the build alone.
  'caniuse-lite': 'CC-BY-4.0',
}

/** @returns whether an SPDX expression is satisfied by the allowed licences: one side of OR, both sides of AND. */
function isAllowed(expression) {
  const plain = expression.replaceAll(/[()]/g, ' ')
  return plain.split(' OR ').some((part) => part.split(' AND ').every((licence) => ALLOWED.has(licence.trim())))
}

/** @returns `name: licence` of each package of a lock file that may not be used. */
export function refusedLicences({ packages }) {
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
  const named = installed.map(([path, { license }]) => ({ name: path.split('node_modules/').at(-1), license }))
  return named
    .filter(({ name, license }) => {
      if (name in READ && READ[name] === license) return false
      return typeof license !== 'string' || !isAllowed(license)
    })
    .map(({ name, license }) => `${name}: ${license ?? 'no licence'}`)
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const refused = refusedLicences(JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')))
  for (const line of refused) process.stderr.write(`The licence of this package is not allowed: ${line}\n`)
  process.exitCode = refused.length > 0 ? 1 : 0
}
