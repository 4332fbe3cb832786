// Feature names are captured ($2), so a new feature is guarded the day it is born. Why each rule: ARCHITECTURE.md.
const forbid = (name, from, to) => ({ name, severity: 'error', from, to: { dependencyTypesNot: ['type-only'], ...to } })
const TESTS = '/tests/|\\.test\\.|^tests/'
const livesIn = (technology, place) =>
  forbid(
    `${technology} lives only in ${place}`,
    { path: '^(apps|packages)/', pathNot: `${place}|${TESTS}` },
    { path: `node_modules/(${technology})/` },
  )

/** What a feature lends to the pages of others, as ARCHITECTURE.md lists it. */
const LENT = [
  'BrandingSettings',
  'EntityLogs',
  'LastTroubles',
  'NobodyTold',
  'NotificationSettings',
  'OnCallDialog',
  'TankAlarmStatistics',
  'WebhooksDialog',
]

module.exports = {
  forbidden: [
    { name: 'every import resolves', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
    {
      name: 'no cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    forbid(
      'contracts need only zod',
      { path: '^packages/contracts', pathNot: TESTS },
      { pathNot: '^packages/contracts|node_modules/zod/' },
    ),
    forbid(
      'web and server meet only in contracts',
      { path: '^apps/([^/]+)/', pathNot: TESTS },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    forbid(
      'tools are outside: they know contracts alone',
      { path: '^tools/([^/]+)/' },
      { path: '^(apps|tools)/', pathNot: '^tools/$1/' },
    ),
    forbid(
      'features know each other by type only',
      { path: '^(apps/[^/]+/src/features)/([^/]+)/', pathNot: TESTS },
      { path: '^$1/', pathNot: `^$1/$2/|\\.queries\\.ts$|(Picker|Link)\\.tsx$|/(${LENT.join('|')})\\.tsx?$` },
    ),
    forbid(
      'core and shared know no feature',
      { path: '/src/(core|shared)/', pathNot: TESTS },
      { path: '/src/(features|ingest|realtime|app)' },
    ),
    forbid('rules are pure', { path: '\\.rules\\.ts$' }, { pathNot: '^packages/contracts|\\.rules\\.ts$' }),
    livesIn('kysely|pg|pg-[^/]+', '\\.(repository|sql)\\.ts$|/core/database|/migrations/'),
    livesIn('mqtt|aedes|mqtt-packet', '/server/src/ingest/'),
    livesIn('socket\\.io|socket\\.io-client', '/src/realtime/'),
    livesIn('fastify|@fastify/[^/]+', '\\.routes\\.ts$|/core/|/server/src/app\\.ts$|/ingest/from-http'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.base.json' },
    exclude: { path: '^(apps|packages|tools)/[^/]+/dist/' }, // a bare "dist/" would also hide node_modules/kysely/dist
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
}
