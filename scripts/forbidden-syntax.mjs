/** A rule for the linter: syntax that may not occur, each `{ selector, message }` by a selector of ESLint's. */
const syntax = {
  meta: { schema: false },
  create: context =>
    Object.fromEntries(
      context.options.map(({ selector, message }) => [selector, node => context.report({ node, message })]),
    ),
}

export default { meta: { name: 'forbidden' }, rules: { syntax } }
