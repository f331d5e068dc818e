/** The house rules of docs/architecture.md, checked: no cycles, tiers, public files, libs never import src. */
const tiers = [
  'users',
  'auth',
  'projects',
  'alerts',
  'systems',
  'credentials',
  'apis',
  'flows',
  'mappings',
  'pipes',
  'runs',
  'triggers',
  'templates',
  'activity-logs',
];
const publicFile = '\\.(module|service|guard|decorator|events|types|builder|codec)\\.ts$';
const upward = tiers.slice(0, -1).map((feature, i) => ({
  name: `tier-${feature}`,
  comment: `${feature} may not know the features below it in the list: talk upward by event or common/usage`,
  severity: 'error',
  from: { path: `^src/${feature}/`, pathNot: '\\.spec\\.ts$' },
  to: { path: `^src/(${tiers.slice(i + 1).join('|')})/` },
}));
const publicFiles = tiers.map((feature) => ({
  name: `public-files-of-${feature}`,
  comment:
    'of another feature only module, service, guard, decorator, events, types, builder and codec may be imported (entities as types)',
  severity: 'error',
  from: { path: '^src/', pathNot: [`^src/${feature}/`, '^src/database/', '\\.spec\\.ts$'] },
  to: { path: `^src/${feature}/`, pathNot: publicFile, dependencyTypesNot: ['type-only'] },
}));
module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'libs-never-src',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^(src|apps|test)/' },
    },
    {
      name: 'libs-are-pure',
      severity: 'error',
      from: { path: '^libs/(oauth|mapping|engine|outbound)/' },
      to: { path: 'node_modules/(@nestjs|typeorm|pg)/' },
    },
    {
      name: 'libs-apart',
      severity: 'error',
      from: { path: '^libs/([^/]+)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^libs/', pathNot: ['^libs/$1/', '^libs/outbound/src/index\\.ts$'] },
    },
    {
      name: 'lib-face',
      severity: 'error',
      from: { path: '^(src|apps|bench|test)/' },
      to: { path: '^libs/', pathNot: '^libs/[^/]+/src/index\\.ts$' },
    },
    {
      name: 'simple-oauth2-only-in-oauth',
      severity: 'error',
      from: { pathNot: '^libs/oauth/' },
      to: { path: 'node_modules/simple-oauth2/' },
    },
    {
      name: 'base-never-feature',
      severity: 'error',
      from: { path: '^src/(common|config|queue)/', pathNot: '\\.spec\\.ts$' },
      to: { path: `^src/(${tiers.join('|')})/` },
    },
    {
      name: 'sample-systems-are-strangers',
      severity: 'error',
      from: { path: '^apps/sample-systems/' },
      to: { path: '^(src|libs)/' },
    },
    {
      name: 'admin-uses-the-client',
      severity: 'error',
      from: { path: '^apps/admin/' },
      to: { path: '^(src|libs/(?!sdk))' },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '^apps/admin/public/',
          '\\.d\\.ts$',
          '\\.spec\\.ts$',
          '^test/',
          '\\.config\\.',
          'migrations/',
          '^src/main\\.ts$',
          '^bench/',
        ],
      },
      to: {},
    },
    ...upward,
    ...publicFiles,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|coverage)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
