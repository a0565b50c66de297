const builtIn =
  '^((Range|Type|Syntax|Aggregate)?Error|DOMException|Object|Function|Array|Map|Set|Date|RegExp|Promise|EventTarget|URL|' +
  'Buffer|(Shared)?ArrayBuffer|DataView|(Int|Uint|Float|Big)[a-zA-Z0-9]+Array)$'

/* Test runners give tests a realm of their own: errors of node: modules, clones and messages are of another. */
const ofAnyRealm = {
  selector: `BinaryExpression[operator="instanceof"][right.name=/${builtIn}/]`,
  message: 'False of what is from another realm: src/contracts/built-in-error.ts, or types of node:util.',
}

/* A run is a function of its configuration and its seed. */
const hiddenInputs = [
  [
    'NewExpression[callee.name="Date"][arguments.length=0], CallExpression[callee.name="Date"]',
    'The clock is handed in: src/run/events/dated.ts.',
  ],
  [
    'MemberExpression[property.name=/^[gs]et(FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds|TimezoneOffset)$/]',
    'Dates are of UTC: src/text/strftime.ts.',
  ],
  ['Identifier[name="Intl"]', 'The locale is no input of a run.'],
  ['CallExpression[callee.property.name=/^toLocale/]:not([arguments.0.type="Literal"])', 'Name the locale.'],
  [
    'CallExpression[callee.property.name="localeCompare"]:not([arguments.1.type="Literal"])',
    'Name the locale, or compare code units.',
  ],
].map(([selector, message]) => ({ selector, message }))
const environmentVariables = {
  selector:
    'MemberExpression[object.name="process"][property.name="env"], MemberExpression[object.name="process"][property.value="env"]',
  message: 'Variables of the environment are handed in.',
}

/** What a value of type any may not be used for. */
const unsafe = ['argument', 'assignment', 'call', 'member-access', 'return'].map(use => `no-unsafe-${use}`)

/** Rules of a plugin, as errors or off. */
const set = (severity, plugin, names) => Object.fromEntries(names.map(name => [`${plugin}/${name}`, severity]))

const forbidden = (...syntax) => ({ 'forbidden/syntax': ['error', ...syntax] })

export default {
  /* The kernels' language is AssemblyScript, whose compiler checks it. */
  ignorePatterns: ['dist/', 'dist-*/', 'runs/', 'src/kernels/assembly/', 'site/{dist,.entries,.pages,.cache}/'],
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  plugins: ['eslint', 'typescript'],
  jsPlugins: [{ name: 'forbidden', specifier: './scripts/forbidden-syntax.mjs' }],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    ...set('error', 'eslint', [
      ...['no-array-constructor', 'no-case-declarations', 'no-empty', 'no-fallthrough', 'no-prototype-builtins'],
      ...['no-regex-spaces', 'no-useless-assignment', 'no-var', 'prefer-const', 'prefer-rest-params', 'prefer-spread'],
    ]),
    ...set('error', 'typescript', [
      ...['adjacent-overload-signatures', 'ban-ts-comment', 'ban-tslint-comment', 'class-literal-property-style'],
      ...['consistent-generic-constructors', 'consistent-type-assertions', 'no-deprecated', 'no-dynamic-delete'],
      ...['no-empty-object-type', 'no-explicit-any', 'no-inferrable-types', 'no-misused-promises', 'no-mixed-enums'],
      ...['no-namespace', 'no-require-imports', 'no-unsafe-function-type', ...unsafe],
      ...['non-nullable-type-assertion-style', 'only-throw-error', 'prefer-find', 'prefer-for-of'],
      ...['prefer-function-type', 'prefer-includes', 'prefer-literal-enum-member', 'prefer-nullish-coalescing'],
      ...['prefer-reduce-type-parameter', 'prefer-regexp-exec', 'prefer-return-this-type'],
      ...['prefer-string-starts-ends-with', 'related-getter-setter-pairs', 'restrict-plus-operands', 'return-await'],
      ...['unified-signatures', 'use-unknown-in-catch-callback-variable'],
    ]),
    'typescript/consistent-type-imports': [
      'error',
      { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
    ],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'eslint/no-restricted-properties': [
      'error',
      { object: 'Math', property: 'random', message: 'Chance is handed in: src/math/random.ts.' },
      { object: 'Date', property: 'now', message: 'Time is handed in: see Context.now.' },
    ],
    ...forbidden(ofAnyRealm, ...hiddenInputs, environmentVariables),
    'eslint/no-restricted-imports': [
      'error',
      {
        paths: [
          {
            name: 'node:util',
            importNames: ['isDeepStrictEqual'],
            message: 'False of what is from another realm: src/contracts/same-data.ts.',
          },
        ],
      },
    ],
    /* Numbers, booleans and lists read well in messages; objects do not. */
    'typescript/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true, allowArray: true }],
    /* A short arrow may return what a void call returns. */
    'typescript/no-confusing-void-expression': [
      'error',
      { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
    ],
    /* Discarded by name, e.g. to leave a key out of a copy. */
    'eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
    /* What was thrown is passed on as it is, whatever it is. */
    'typescript/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
    /* Letters are counted by code points: `[...text].length`. */
    'typescript/no-misused-spread': ['error', { allow: ['string'] }],
    'typescript/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
    /* Published coefficients stand as they were printed. */
    'eslint/no-loss-of-precision': 'off',
    ...set('off', 'eslint', ['no-shadow', 'no-underscore-dangle', 'no-unmodified-loop-condition']),
    ...set('off', 'typescript', [
      ...[
        'consistent-return',
        'no-unsafe-type-assertion',
        'no-useless-default-assignment',
        'require-array-sort-compare',
      ],
    ]),
  },
  overrides: [
    {
      files: ['**/*.cts'],
      rules: { 'typescript/no-require-imports': 'off' },
    },
    {
      /* What has no types. */
      files: ['**/*.{js,mjs}'],
      rules: {
        'forbidden/syntax': 'off',
        'eslint/no-restricted-properties': 'off',
        ...set('off', 'typescript', [...unsafe, 'no-misused-promises']),
      },
    },
    {
      /* Chance is replaced here, so that a formulation that draws it is found. */
      files: ['src/laws/formulation/cases/surroundings.ts'],
      rules: { 'eslint/no-restricted-properties': 'off' },
    },
    {
      /* The rim: a program and a benchmark read the clock. */
      files: ['src/cli/terminal/terminal.ts', 'benches/**'],
      rules: { 'eslint/no-restricted-properties': 'off' },
    },
    {
      /* The rim: keys of services, where a browser is, what a worker imports, the terminal and programs for people are in the environment. */
      files: [
        'src/engine/{tinker/create-tinker-engine,openai/served-sampler}.ts',
        'src/contracts/importable.ts',
        'src/run/examine-run.ts',
        'src/browser/process/browser-process.ts',
        'src/runtime/machines/nats-bus.ts',
        'src/cli/**',
        'environments/miniwob/index.ts',
        '{benches,scripts,examples}/**',
      ],
      rules: forbidden(ofAnyRealm, ...hiddenInputs),
    },
    {
      /* The day on which a run begins. */
      files: ['src/run/events/dated.ts'],
      rules: forbidden(ofAnyRealm, environmentVariables),
    },
    {
      /* They ask of every realm; a page in a browser has one alone. */
      files: ['src/contracts/{built-in-error,same-data}.ts', 'src/watch/page/**'],
      rules: { 'forbidden/syntax': 'off', 'eslint/no-restricted-imports': 'off' },
    },
    {
      /* Tests read fixtures as they are and play actors that misbehave. */
      files: ['test/**'],
      rules: {
        'forbidden/syntax': 'off',
        ...set('off', 'eslint', [
          'no-restricted-properties',
          'no-restricted-imports',
          'no-eval',
          'no-unsafe-optional-chaining',
        ]),
        ...set('off', 'typescript', ['no-misused-spread', ...unsafe.filter(name => name !== 'no-unsafe-call')]),
      },
    },
    {
      /* The declarations of @huggingface/tokenizers do not resolve under nodenext. */
      files: ['src/model/tokenizer/tokenizer-library.ts'],
      rules: set('off', 'typescript', unsafe),
    },
  ],
}
