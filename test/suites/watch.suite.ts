/** Tests of the page of runs, and of what serves it. */
import '../watch/curves.test.ts'
import '../watch/series-reader.test.ts'
import '../watch/timed-spans.test.ts'
import '../watch/watch-server.test.ts'
import '../watch/lives.test.ts'
import '../watch/parameters.test.ts'
import '../watch/watched-folder.test.ts'
