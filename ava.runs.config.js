/** What AVA runs for `npm run test:runs`: whole runs, and the longest others. The longest begin first. */
import config from './ava.config.js'

const first = ['deaths', 'trainings', 'recoveries', 'loops']
const rank = file => first.findIndex(name => file.endsWith(`${name}.suite.js`)) >>> 0

export default {
  ...config,
  files: ['dist/test/whole-runs/*.suite.js'],
  sortTestFiles: (one, other) => rank(one) - rank(other),
}
