import { parseArgs } from 'node:util'

/**
 * Reads the options of a benchmark: the named numbers, `--only TEXT`, `--folder DIR`, `--save` and `--help`, which prints the text and ends the process.
 * @param defaults the numbers that the benchmark takes, with their defaults
 */
export function readOptions<Name extends string>(
  help: string,
  defaults: Record<Name, number>,
): Record<Name, number> & { only: string; folder: string; save: boolean } {
  const names = Object.keys(defaults) as Name[]
  const { values } = parseArgs({
    options: {
      ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
      only: { type: 'string', default: '' },
      folder: { type: 'string', default: '' },
      save: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(help)
    process.exit(0)
  }
  const given = values as Partial<Record<Name, string>>
  const numbers = Object.fromEntries(names.map((name) => [name, Number(given[name] ?? defaults[name])]))
  return { ...(numbers as Record<Name, number>), only: values.only, folder: values.folder, save: values.save }
}
