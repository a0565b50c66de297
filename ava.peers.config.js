/** What AVA runs for `npm run test:peers`: programs of others with what we serve, play and export. */
export default {
  files: ['dist/test/**/*.peer.js'],
  /* Each often waits for another program. */
  concurrency: 2,
  timeout: '10m',
  workerThreads: false,
}
