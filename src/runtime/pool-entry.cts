/**
 * Where a thread of a pool begins: CommonJS, because Piscina loads it by `require`. The work is an ES module, and Node.js 20 aborts the
 * whole process where a thread is ended in the midst of requiring one; of importing one it does not.
 */
const threads = require('node:worker_threads') as typeof import('node:worker_threads')

const { module: url } = threads.workerData as { readonly module: string }

module.exports = (import(url) as Promise<{ readonly default: unknown }>).then(({ default: work }) => work)
