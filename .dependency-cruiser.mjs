// Which way imports point (docs/architecture.md). Features, earliest first; a later one may use an earlier one.
const rooms = [
  ['site'],
  ['accounts'],
  ['settings'],
  ['corrections'],
  ['relations'],
  ['calendar'],
  ['checks'],
  ['docket', 'recognition'],
  ['search'],
  ['import-export'],
  ['public'],
  ['verify', 'about'],
  ['downloads'],
  ['zip'],
  ['statistics'],
  ['log-import'],
  ['subscriptions'],
  ['notifications'],
  ['docket-admin'],
  ['filings'],
  ['health'],
  ['dashboard'],
  ['closing-archive'],
]
const inside = (room) => room.map((name) => `^src/features/${name}/`)
const tests = '\\.test\\.tsx?$'

const order = rooms.slice(0, -1).map((room, index) => ({
  name: `${room[0]}-uses-no-later-room`,
  severity: 'error',
  from: { path: inside(room), pathNot: tests },
  to: { path: rooms.slice(index + 1).flatMap(inside) },
}))

export default {
  forbidden: [
    ...order,
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^src/platform/', pathNot: tests },
      to: { path: '^src/(features|ui)/' },
    },
    {
      name: 'shared-knows-nobody',
      severity: 'error',
      from: { path: '^src/shared/', pathNot: tests },
      to: { path: '^src/(?!shared/)' },
    },
    {
      name: 'ui-knows-no-feature',
      severity: 'error',
      from: { path: '^src/ui/', pathNot: tests },
      to: { path: '^src/(features|platform)/' },
    },
    {
      name: 'nothing-imports-the-composition-root',
      severity: 'error',
      from: { path: '^src/(features|platform|ui|shared|client)/', pathNot: tests },
      to: { path: '^src/(main|app|web-server|routes|commands|serve|features)\\.ts$' },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: 'rules\\.ts$', pathNot: tests },
      to: {
        path: [
          '^src/platform/(database|files|mail|http)/',
          'queries\\.ts$',
          '^(node:)?(fs|net|http)$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'queries-know-no-web',
      severity: 'error',
      from: { path: 'queries\\.ts$' },
      to: { path: ['^src/platform/http/', 'pages\\.tsx$', '^src/ui/'] },
    },
    {
      name: 'pages-never-query',
      severity: 'error',
      from: { path: '(pages|-mail)\\.tsx$', pathNot: tests },
      to: {
        path: ['queries\\.ts$', '^src/platform/database/(?!schema)'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'browser-scripts-stand-alone',
      severity: 'error',
      from: { path: '^src/client/', pathNot: tests },
      to: { path: '^src/(features|platform)/' },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: [tests, '\\.d\\.ts$', '^src/styles/'] },
      to: {},
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    // Reads type imports, too. (`tsPreCompilationDeps` would ask for a TypeScript older than 7, and only warn.)
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
}
