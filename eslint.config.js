import js from '@eslint/js'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

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

export default defineConfig(
  /* The kernels' language is AssemblyScript, whose compiler checks it. */
  globalIgnores([
    'dist/',
    'dist-*/',
    'runs/',
    'node_modules/',
    'src/kernels/assembly/',
    'site/{dist,.entries,.pages,.cache}/',
  ]),
  js.configs.recommended,
  {
    files: ['**/*.{ts,cts}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Chance is handed in: src/math/random.ts.' },
        { object: 'Date', property: 'now', message: 'Time is handed in: see Context.now.' },
      ],
      'no-restricted-syntax': ['error', ofAnyRealm, ...hiddenInputs, environmentVariables],
      'no-restricted-imports': [
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
      /* `!` stands only on an index that was just proved, or in a hot loop over numbers; test/architecture.test.ts counts. */
      '@typescript-eslint/no-non-null-assertion': 'off',
      /* What comes from outside is checked at run time, also where the types promise that it is right. */
      '@typescript-eslint/no-unnecessary-condition': 'off',
      /* An async function without an await turns what it throws into a rejection, as its contract says. */
      '@typescript-eslint/require-await': 'off',
      /* To ignore something on purpose is written `() => {}`. */
      '@typescript-eslint/no-empty-function': 'off',
      /* Numbers, booleans and lists read well in messages; objects do not. */
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true, allowArray: true },
      ],
      /* A short arrow may return what a void call returns. */
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      /* Discarded by name, e.g. to leave a key out of a copy. */
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      /* What was thrown is passed on as it is, whatever it is. */
      '@typescript-eslint/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
      /* Published coefficients stand as they were printed. */
      'no-loss-of-precision': 'off',
      /* Letters are counted by code points: `[...text].length`. */
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      /* A listener may answer with nothing or with a promise of nothing. */
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      '@typescript-eslint/array-type': 'off',
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      '@typescript-eslint/consistent-type-definitions': 'off',
    },
  },
  {
    files: ['**/*.cts'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    /* The rim: a program and a benchmark read the clock. */
    files: ['src/cli/terminal/terminal.ts', 'benches/**'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    /* The rim: keys of services, where a browser is, the terminal and programs for people read the environment. */
    files: [
      'src/engine/{tinker/create-tinker-engine,openai/served-sampler}.ts',
      'src/run/examine-run.ts',
      'src/browser/process/browser-process.ts',
      'src/runtime/machines/nats-bus.ts',
      'src/cli/**',
      'environments/miniwob/index.ts',
      '{benches,scripts,examples}/**',
    ],
    rules: { 'no-restricted-syntax': ['error', ofAnyRealm, ...hiddenInputs] },
  },
  {
    /* The day on which a run begins. */
    files: ['src/run/events/dated.ts'],
    rules: { 'no-restricted-syntax': ['error', ofAnyRealm, environmentVariables] },
  },
  {
    /* They ask of every realm; a page in a browser has one alone. */
    files: ['src/contracts/{built-in-error,same-data}.ts', 'src/watch/page/**'],
    rules: { 'no-restricted-syntax': 'off', 'no-restricted-imports': 'off' },
  },
  {
    /* Tests read fixtures as they are and play actors that misbehave. */
    files: ['test/**'],
    rules: {
      'no-restricted-properties': 'off',
      'no-restricted-syntax': 'off',
      'no-restricted-imports': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    /* The declarations of @huggingface/tokenizers do not resolve under nodenext. */
    files: ['src/model/tokenizer/tokenizer-library.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        AbortController: 'readonly',
        fetch: 'readonly',
      },
    },
  },
)
