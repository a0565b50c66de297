/** What AVA runs for `npm run test:browser`: tests that need Chromium. One after the other: their browsers fill the machine. */
export default {
  files: ['dist/test/**/*.browser.js'],
  concurrency: 1,
  timeout: '10m',
  workerThreads: false,
}
