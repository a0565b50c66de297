/** MiniWoB++ without a browser, in one thread. */
import '../environments/miniwob/miniwob.test.ts'
import '../environments/miniwob/names.test.ts'
import '../environments/miniwob/page-outcome.test.ts'
