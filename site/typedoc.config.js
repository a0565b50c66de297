/** The reference: a page a module, since a page a name would repeat the sidebar in each of 400. */
export default {
  plugin: ['typedoc-plugin-markdown', 'typedoc-vitepress-theme'],
  entryPoints: ['.entries/modules/*.ts'],
  tsconfig: 'tsconfig.json',
  out: '.pages/api',
  docsRoot: '.pages',
  router: 'module',
  readme: 'none',
  entryFileName: 'index',
  /* `npm run check` has done it. */
  skipErrorChecking: true,
  disableSources: true,
  excludePrivate: true,
  hidePageHeader: true,
  hideBreadcrumbs: true,
  excludeExternals: true,
  sortEntryPoints: false,
  groupOrder: ['Functions', 'Variables', 'Classes', 'Interfaces', 'Type Aliases', '*'],
  useCodeBlocks: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  propertyMembersFormat: 'table',
  typeDeclarationFormat: 'table',
  enumMembersFormat: 'table',
  validation: { notExported: true, invalidLink: true, notDocumented: false },
  treatWarningsAsErrors: true,
  treatValidationWarningsAsErrors: true,
  /* No types that a user would write: */
  intentionallyNotExported: [
    /* RxJS's own; */
    'src/streams/rxjs.ts:Observable',
    /* given by tests alone; */
    'src/engine/openai/served-sampler.ts:SamplerSurroundings',
    /* the tables behind unions of names; */
    'environments/household/tasks/task.ts:goalKinds',
    'environments/coding/tasks/pipeline.ts:plainKinds',
    'environments/coding/tasks/pipeline.ts:countedKinds',
    'environments/desk/tasks/tables.ts:appNames',
    'environments/desk/tasks/tables.ts:forms',
    'environments/desk/tasks/tables.ts:labels',
    'environments/desk/tasks/tables.ts:pageNames',
    'environments/desk/tasks/tables.ts:settingSorts',
  ],
}
